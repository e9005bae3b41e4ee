import { beforeAll, describe, expect, it } from 'vitest'
import { runStatements } from '../../product-api/database.ts'
import { selectTrafficSources } from '../../product-api/payments/operator/traffic-sources.ts'
import {
  call,
  lastMessageTo,
  newEmail,
  newPhone,
  password,
  startEmulatedProductApi,
  submitForm,
} from '../support/emulated-product-api.ts'
import { database } from '../support/product-api.ts'

beforeAll(startEmulatedProductApi)

const user_source = 'ವಾಟ್ಸಾಪ್ ಗುಂಪು.2'

async function byPhone(source?: string) {
  const phone = newPhone()
  await call('POST', '/api/auth/local/registerPhone', { body: { phone } })
  const otp = /\d{6}/.exec(await lastMessageTo(phone))?.[0]
  const body = { phone, otp, ...(source && { user_source: source }) }
  return call('POST', '/api/auth/local/verifyOtp', { body })
}

async function pay(jwt: string, source: string) {
  const plan = 'village-administrative-officer-pack'
  const checkoutKey = crypto.randomUUID()
  const body = { data: { plan, checkoutKey, locale: 'kn', user_source: source } }
  const { data } = await call('POST', '/api/payment-transactions/phonepe/checkout', { jwt, body })
  const token = new URL(data.redirectUrl).searchParams.get('token') ?? ''
  const paid = { token, choice: 'succeed' }
  const { location } = await submitForm('https://phonepe.test/transact/pay', paid)
  const { pathname, search } = new URL(location ?? '')
  await call('GET', `/api/payment-transactions${pathname}${search}`)
}

const storedIn = async (table: string) => {
  const { results } = await database()
    .prepare(`SELECT user_source FROM ${table} WHERE user_source <> ''`)
    .all<{ user_source: string }>()
  return results.map((row) => row.user_source)
}

describe('the traffic source', () => {
  it('is stored with registrations, feedback, failed pages and payments', async () => {
    const { jwt } = await byPhone(` ${user_source}<`)
    await byPhone()
    await call('POST', '/api/auth/local/register', {
      body: { email: newEmail(), password, user_source },
    })
    const message = { message: 'hello', user_source }
    await call('POST', '/api/feedbacks', { body: { data: message } })
    const failed = { jsonData: { message: 'x' }, type: 't', url: '/x', user_source }
    await call('POST', '/api/nextroute', { body: { data: failed } })
    await pay(jwt, user_source)
    expect(await storedIn('users')).toEqual([user_source, user_source])
    for (const table of ['feedbacks', 'next_routes', 'payment_transactions'])
      expect([table, await storedIn(table)]).toEqual([table, [user_source]])
    const [rows] = await runStatements(database(), [selectTrafficSources('2026-01-01')])
    expect(rows).toEqual([
      {
        ...{ source: user_source, registrations: 2, payments: 1 },
        amounts: expect.stringMatching(/^\{"INR":\d+\}$/) as string,
      },
      { source: '', registrations: 1, payments: 0, amounts: '{}' },
    ])
  })

  it('does not change with a later sign-in', async () => {
    const { user } = await byPhone('first')
    const row = await database()
      .prepare('SELECT phone FROM users WHERE id = ?')
      .bind(user.id)
      .first<{ phone: string }>()
    await database().prepare('DELETE FROM one_time_codes').run()
    await call('POST', '/api/auth/local/registerPhone', { body: { phone: row!.phone } })
    const otp = /\d{6}/.exec(await lastMessageTo(row!.phone))?.[0]
    const body = { phone: row!.phone, otp, user_source: 'second' }
    await call('POST', '/api/auth/local/verifyOtp', { body })
    expect(await storedIn('users')).toContain('first')
    expect(await storedIn('users')).not.toContain('second')
  })
})
