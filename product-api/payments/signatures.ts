import { hasKeyedDigest, keyedDigest } from '../identity/digests.ts'
import type { PaymentSettings } from './settings.ts'
import type { Transaction } from './ledger/transactions.ts'

// Three signatures with a purpose each: none passes for another. They prove which payment is meant, never who somebody is.

const day = 24 * 60 * 60 * 1000
/** How long after the order's own time a browser may come back with its address. */
const returnMs = 7 * day
const statusMs = 30 * day

/** What stands as `s` in the address that the provider sends the payer back to. */
export const returnSignature = ({ PAYMENT_SECRETS }: PaymentSettings, row: Transaction) =>
  keyedDigest(PAYMENT_SECRETS[0] ?? '', 'payment-return', returnText(row))

/** Whether `s` is the one that was made for this very attempt, and not too old. */
export async function isReturn(
  { PAYMENT_SECRETS }: PaymentSettings,
  row: Transaction,
  signature: string,
  now: Date,
): Promise<boolean> {
  return (
    isDigest(signature) &&
    now.getTime() < Date.parse(row.created_at) + returnMs &&
    (await hasKeyedDigest(PAYMENT_SECRETS, 'payment-return', returnText(row), signature))
  )
}

/** v1|provider|transaction|end|nonce. The owner is not named: the nonce belongs to one row, and the account may be erased meanwhile. */
const returnText = ({ provider, id, return_nonce, created_at }: Transaction) =>
  `v1|${provider}|${id}|${Date.parse(created_at) + returnMs}|${return_nonce}`

/** What lets whoever holds it read the neutral part of a transaction: `{end in seconds, base 36}.{signature}`. */
export async function statusSignature(
  { PAYMENT_SECRETS }: PaymentSettings,
  id: string,
  now: Date,
): Promise<string> {
  // By whole days, so that one page's address stays one address for a day.
  const end = (Math.floor((now.getTime() + statusMs) / day) * 86_400).toString(36)
  return `${end}.${await keyedDigest(PAYMENT_SECRETS[0] ?? '', 'payment-status', `v1|${id}|${end}`)}`
}

export async function isStatus(
  { PAYMENT_SECRETS }: PaymentSettings,
  id: string,
  given: string,
  now: Date,
): Promise<boolean> {
  const [end = '', signature = '', ...more] = given.split('.')
  return (
    more.length === 0 &&
    /^[0-9a-z]{1,8}$/.test(end) &&
    Number.parseInt(end, 36) * 1000 > now.getTime() &&
    isDigest(signature) &&
    (await hasKeyedDigest(PAYMENT_SECRETS, 'payment-status', `v1|${id}|${end}`, signature))
  )
}

/** A token that opens a payment outside the app: `{id}.{chance}.{signature}`. That it is used once, the database knows. */
export async function handoffToken(
  { PAYMENT_SECRETS }: PaymentSettings,
  id: string,
): Promise<string> {
  const text = `${id}.${crypto.randomUUID().replaceAll('-', '')}`
  return `${text}.${await keyedDigest(PAYMENT_SECRETS[0] ?? '', 'payment-handoff', text)}`
}

/** The transaction that a token of ours opens; null for any other text. */
export async function handoffId(
  { PAYMENT_SECRETS }: PaymentSettings,
  token: string,
): Promise<string | null> {
  const [id = '', chance = '', signature = '', ...more] = token.split('.')
  const isOurs =
    more.length === 0 &&
    isDigest(signature) &&
    (await hasKeyedDigest(PAYMENT_SECRETS, 'payment-handoff', `${id}.${chance}`, signature))
  return isOurs ? id : null
}

/** Whether a text can be a digest at all. */
const isDigest = (text: string) => /^[\w-]{43}$/.test(text)
