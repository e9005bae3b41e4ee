import { hmac, matchesHmac } from '../cryptography.ts'
import type { Transaction } from './ledger/transactions.ts'
import type { PaymentSettings } from './settings.ts'

// Three signatures, each for one purpose, so that none is accepted for another. They prove which
// payment is meant, never who somebody is.

const dayMs = 24 * 60 * 60 * 1000
/** How long after the order was created a browser may return with its address. */
const maxReturnMs = 7 * dayMs
const maxStatusMs = 30 * dayMs

/** The parameter `s` of the address that the provider sends the payer back to. */
export const returnSignature = ({ PAYMENT_SECRETS }: PaymentSettings, row: Transaction) =>
  hmac(PAYMENT_SECRETS[0] ?? '', 'payment-return', returnText(row))

/** Whether `s` was made for this very attempt and is not too old. */
export async function isReturnSignature(
  { PAYMENT_SECRETS }: PaymentSettings,
  row: Transaction,
  signature: string,
  now: Date,
): Promise<boolean> {
  return (
    isDigest(signature) &&
    now.getTime() < Date.parse(row.created_at) + maxReturnMs &&
    (await matchesHmac(PAYMENT_SECRETS, 'payment-return', returnText(row), signature))
  )
}

/** v1|provider|transaction|end|nonce. The owner is not named: the nonce belongs to one row, and the
 *  account may be erased meanwhile. */
const returnText = ({ provider, id, return_nonce, created_at }: Transaction) =>
  `v1|${provider}|${id}|${Date.parse(created_at) + maxReturnMs}|${return_nonce}`

/** Lets whoever holds it read the neutral part of a transaction:
 *  `{end in seconds, base 36}.{signature}`. */
export async function statusSignature(
  { PAYMENT_SECRETS }: PaymentSettings,
  id: string,
  now: Date,
): Promise<string> {
  // In whole days, so that the address of a page stays the same for a day.
  const end = (Math.floor((now.getTime() + maxStatusMs) / dayMs) * 86_400).toString(36)
  return `${end}.${await hmac(PAYMENT_SECRETS[0] ?? '', 'payment-status', `v1|${id}|${end}`)}`
}

export async function isStatusSignature(
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
    (await matchesHmac(PAYMENT_SECRETS, 'payment-status', `v1|${id}|${end}`, signature))
  )
}

/** A token that opens a payment outside the app: `{id}.{random}.{signature}`. The database makes
 *  sure that it is used once (checkout/handoffs.ts). */
export async function handoffToken(
  { PAYMENT_SECRETS }: PaymentSettings,
  id: string,
): Promise<string> {
  const text = `${id}.${crypto.randomUUID().replaceAll('-', '')}`
  return `${text}.${await hmac(PAYMENT_SECRETS[0] ?? '', 'payment-handoff', text)}`
}

/** The id of the transaction that a token of ours opens; null for any other text. */
export async function handoffId(
  { PAYMENT_SECRETS }: PaymentSettings,
  token: string,
): Promise<string | null> {
  const [id = '', random = '', signature = '', ...more] = token.split('.')
  const isOurs =
    more.length === 0 &&
    isDigest(signature) &&
    (await matchesHmac(PAYMENT_SECRETS, 'payment-handoff', `${id}.${random}`, signature))
  return isOurs ? id : null
}

/** Whether a text has the form of a digest. */
const isDigest = (text: string) => /^[\w-]{43}$/.test(text)
