import { expect } from 'vitest'
import {
  providerOrders,
  call,
  checkout,
  chooseAtProvider,
  returnToSite,
  finishBackgroundWork,
  transactionDetails,
  freshJwt,
  newMember,
  rows,
  type Answer,
  type View,
} from './payments.ts'
import { approvalChoice, type ProviderName } from '../support/payment-emulators.ts'

// Steps that several payment tests share.

export const bothProviders = ['paypal', 'phonepe'] as const
export const closingChoices = { paypal: 'approve-and-close', phonepe: 'succeed-and-close' } as const

export type BegunPayment = {
  user: number
  jwt: string
  tx: string
  link: string
  view: View
  answer: Answer
}

/** A new member who has started a checkout. */
export async function beginPayment(
  provider: ProviderName,
  more: object = {},
): Promise<BegunPayment> {
  const { id: user, jwt } = await newMember()
  const answer = await checkout(jwt, provider, more)
  const { data: view } = answer.body
  return { user, jwt, tx: view.id, link: view.redirectUrl ?? '', view, answer }
}

/** A new member who has started a checkout, made a choice at the provider and returned to the site.
 *  `address`: the URL of the return. */
export async function completePayment(
  provider: ProviderName,
  choice: string = approvalChoice(provider),
  more: object = {},
): Promise<BegunPayment & { address: string; back: Answer }> {
  const payment = await beginPayment(provider, more)
  const address = (await chooseAtProvider(provider, payment.link, choice)) ?? ''
  const back = await returnToSite(address, { jwt: payment.jwt })
  await finishBackgroundWork()
  return { ...payment, address, back }
}

/** The transaction as its owner sees it now. */
export async function ownerView({ user, tx }: Pick<BegunPayment, 'user' | 'tx'>): Promise<View> {
  return (await transactionDetails(tx, { jwt: await freshJwt(user) })).body.data
}

export async function isPremium({ user }: Pick<BegunPayment, 'user'>): Promise<boolean> {
  const { body } = await call('GET', '/api/users/me', { jwt: await freshJwt(user) })
  return (body as unknown as { isPremium: boolean }).isPremium
}

/** Expects one subscription, one capture, and a ledger that agrees with the provider's orders. */
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
  expect(await ledgerSumMinor(tx)).toBe(captured[0]?.capturedMinor)
  expect(await isPremium({ user })).toBe(true)
}

export async function expectNoSubscription({ user, tx }: Pick<BegunPayment, 'user' | 'tx'>) {
  expect(await rows('SELECT id FROM user_subscriptions WHERE transaction_id = ?', tx)).toEqual([])
  expect(await ledgerSumMinor(tx)).toBe(0)
  expect(await isPremium({ user })).toBe(false)
}

/** The sum of a transaction's ledger entries. */
export async function ledgerSumMinor(tx: string): Promise<number> {
  const [sum] = await rows<{ minor: number | null }>(
    'SELECT sum(amount_minor) AS minor FROM payment_events WHERE transaction_id = ?',
    tx,
  )
  return sum?.minor ?? 0
}

/** The states of a transaction in order, as recorded in the ledger. */
export const stateHistoryOf = async (tx: string): Promise<string[]> =>
  (
    await rows<{ to_state: string }>(
      `SELECT to_state FROM payment_events WHERE transaction_id = ? AND to_state IS NOT NULL
       ORDER BY id`,
      tx,
    )
  ).map(({ to_state }) => to_state)
