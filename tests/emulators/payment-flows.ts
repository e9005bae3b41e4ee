import { expect } from 'vitest'
import {
  providerOrders,
  call,
  checkout,
  chooseAtProvider,
  returnToSite,
  finishBackgroundWork,
  details,
  freshJwt,
  newMember,
  rows,
  type Answer,
  type ProviderName,
  type View,
} from './payments.ts'

// What the payment tests tell again and again.

export const bothProviders = ['paypal', 'phonepe'] as const
export const paying = { paypal: 'approve', phonepe: 'succeed' } as const
export const closing = { paypal: 'approve-and-close', phonepe: 'succeed-and-close' } as const

export type BegunPayment = {
  user: number
  jwt: string
  tx: string
  link: string
  view: View
  answer: Answer
}

/** A member who has pressed "Pay". */
export async function beginPayment(
  provider: ProviderName,
  more: object = {},
): Promise<BegunPayment> {
  const { id: user, jwt } = await newMember()
  const answer = await checkout(jwt, provider, more)
  const { data: view } = answer.body
  return { user, jwt, tx: view.id, link: view.redirectUrl ?? '', view, answer }
}

/** The same, who has then paid at the provider and come back. `address`: what they came back with.
 * */
export async function completePayment(
  provider: ProviderName,
  choice: string = paying[provider],
  more: object = {},
): Promise<BegunPayment & { address: string; back: Answer }> {
  const story = await beginPayment(provider, more)
  const address = (await chooseAtProvider(provider, story.link, choice)) ?? ''
  const back = await returnToSite(address, { jwt: story.jwt })
  await finishBackgroundWork()
  return { ...story, address, back }
}

/** The transaction as its owner sees it now. */
export async function ownerView({ user, tx }: Pick<BegunPayment, 'user' | 'tx'>): Promise<View> {
  return (await details(tx, { jwt: await freshJwt(user) })).body.data
}

export async function isPremium({ user }: Pick<BegunPayment, 'user'>): Promise<boolean> {
  const { body } = await call('GET', '/api/users/me', { jwt: await freshJwt(user) })
  return (body as unknown as { isPremium: boolean }).isPremium
}

/** One subscription, one capture, and a ledger that says what the provider's book says. */
export async function expectPaidOnce(
  { user, tx }: Pick<BegunPayment, 'user' | 'tx'>,
  provider: ProviderName,
) {
  expect(await rows('SELECT status FROM user_subscriptions WHERE transaction_id = ?', tx)).toEqual([
    { status: 'active' },
  ])
  const captured = (await providerOrders(provider)).orders.filter(
    ({ reference, capturedMinor }) => reference === tx && capturedMinor > 0,
  )
  expect(captured).toHaveLength(1)
  expect(await ledgerOf(tx)).toBe(captured[0]?.capturedMinor)
  expect(await isPremium({ user })).toBe(true)
}

export async function expectNothingGiven({ user, tx }: Pick<BegunPayment, 'user' | 'tx'>) {
  expect(await rows('SELECT id FROM user_subscriptions WHERE transaction_id = ?', tx)).toEqual([])
  expect(await ledgerOf(tx)).toBe(0)
  expect(await isPremium({ user })).toBe(false)
}

/** What the ledger sums to for a transaction. */
export async function ledgerOf(tx: string): Promise<number> {
  const [sum] = await rows<{ minor: number | null }>(
    'SELECT sum(amount_minor) AS minor FROM payment_events WHERE transaction_id = ?',
    tx,
  )
  return sum?.minor ?? 0
}

/** How a transaction went, as the ledger has it: from one state to the next. */
export const stateHistoryOf = async (tx: string): Promise<string[]> =>
  (
    await rows<{ to_state: string }>(
      'SELECT to_state FROM payment_events WHERE transaction_id = ? AND to_state IS NOT NULL ORDER BY id',
      tx,
    )
  ).map(({ to_state }) => to_state)
