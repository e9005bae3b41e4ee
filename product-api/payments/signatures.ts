import { hmac, matchesHmac } from '../cryptography.ts'
import type { Transaction } from './ledger/transactions.ts'
import type { PaymentSettings } from './settings.ts'

// Three kinds of signatures; none is accepted for another purpose. They prove which payment is
// meant, not who the caller is.

const dayMs = 24 * 60 * 60 * 1000
/** How long after the order was created its return URL is accepted. */
const maxReturnMs = 7 * dayMs
const maxStatusMs = 30 * dayMs

/** The parameter `s` of the return URL. */
export const returnSignature = ({ PAYMENT_SECRETS }: PaymentSettings, row: Transaction) =>
  hmac(PAYMENT_SECRETS[0] ?? '', 'payment-return', returnText(row))

/** Whether `signature` is this transaction's and has not expired. */
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

/** v1|provider|transaction|end|nonce. It does not contain the owner, whose account may be deleted
 *  before the return; the nonce is unique to the row. */
const returnText = ({ provider, id, return_nonce, created_at }: Transaction) =>
  `v1|${provider}|${id}|${Date.parse(created_at) + maxReturnMs}|${return_nonce}`

/** The parameter `s` of a status page, with which anybody can read the neutral view of a payment
 *  for 30 days: `{end in seconds, base 36}.{signature}`. */
export async function statusSignature(
  { PAYMENT_SECRETS }: PaymentSettings,
  id: string,
  now: Date,
): Promise<string> {
  // Rounded to days, so that the URL of a page stays the same for a day.
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

/** A token of a link that continues a payment outside the app: `{id}.{random}.{signature}`.
 *  checkout/handoffs.ts ensures that it is used once. */
export async function handoffToken(
  { PAYMENT_SECRETS }: PaymentSettings,
  id: string,
): Promise<string> {
  const text = `${id}.${crypto.randomUUID().replaceAll('-', '')}`
  return `${text}.${await hmac(PAYMENT_SECRETS[0] ?? '', 'payment-handoff', text)}`
}

/** The id of the transaction in a token with a valid signature; null for any other text. */
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
