import { beforeEach, describe, expect, it } from 'vitest'
import { books, checkout, choose, comeBack, calm, newMember, openShop, paidBy, rows } from '../emulators/payments.ts'

beforeEach(() => openShop())

describe('paying', () => {
  it.each(['paypal', 'phonepe'] as const)('by %s gives the subscription at once', async (provider) => {
    const { jwt, id } = await newMember()
    const { view } = await paidBy(jwt, provider)
    expect(view).toMatchObject({ status: 'paid', state: 'paid', failure: null })
    expect(view.subscription?.status).toBe('active')
    expect(await rows('SELECT kind, from_state, to_state, amount_minor, cause FROM payment_events ORDER BY id')).toEqual([])
    expect(id).toBe(0)
  })
})
