import * as v from 'valibot'
import { accountKeyOf, sendWithToken, type AccessToken } from '../access-tokens.ts'
import { sendRequest, type ProviderAnswer } from '../provider-request.ts'
import type { PayPalContext } from './settings.ts'

const tokenAnswer = v.object({ access_token: v.string(), expires_in: v.number() })
/** A token is renewed this long before its end. */
const renewBeforeMs = 5 * 60_000
const tokenDeadlineMs = 4000

type PayPalRequest = {
  method: 'GET' | 'POST'
  path: string
  /** PayPal-Request-Id, PayPal's idempotency key. */
  key?: string
  body?: string
  deadlineMs?: number
}

/** Sends a request to PayPal's API with an access token. */
export async function requestPayPal(
  context: PayPalContext,
  { method, path, key, body, deadlineMs }: PayPalRequest,
): Promise<ProviderAnswer> {
  const { settings, db, now } = context
  const { PAYPAL_API_URL, PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = settings
  return sendWithToken(
    {
      db,
      accountKey: await accountKeyOf('paypal', [
        PAYPAL_API_URL,
        PAYPAL_CLIENT_ID,
        PAYPAL_CLIENT_SECRET,
      ]),
      secret: settings.PAYMENT_SECRETS[0] ?? '',
      requestToken: () => requestToken(context),
      nowMs: () => now().getTime(),
    },
    {
      method,
      url: PAYPAL_API_URL + path,
      headers: {
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(key !== undefined && { 'paypal-request-id': key }),
      },
      ...(method === 'POST' && { body: body ?? '{}' }),
      deadlineMs: Math.min(deadlineMs ?? Infinity, settings.PROVIDER_DEADLINE_MS),
    },
  )
}

async function requestToken({ settings, now }: PayPalContext): Promise<AccessToken | null> {
  const requestedAtMs = now().getTime()
  const credentials = btoa(`${settings.PAYPAL_CLIENT_ID}:${settings.PAYPAL_CLIENT_SECRET}`)
  const answer = await sendRequest({
    method: 'POST',
    url: `${settings.PAYPAL_API_URL}/v1/oauth2/token`,
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    deadlineMs: Math.min(tokenDeadlineMs, settings.PROVIDER_DEADLINE_MS),
  })
  const parsed = answer.kind === 'answer' ? v.safeParse(tokenAnswer, answer.body) : null
  if (!parsed?.success) return null
  const endsAtMs = requestedAtMs + parsed.output.expires_in * 1000
  return {
    authorization: `Bearer ${parsed.output.access_token}`,
    renewAtMs: endsAtMs - renewBeforeMs,
    endsAtMs,
  }
}

const errorAnswer = v.object({ details: v.optional(v.array(v.object({ issue: v.string() })), []) })

/** PayPal's error codes in an answer. Its descriptions may change and are not used. */
export function issuesOf(answer: ProviderAnswer): string[] {
  if (answer.kind === 'no-answer') return []
  const parsed = v.safeParse(errorAnswer, answer.body)
  return parsed.success ? parsed.output.details.map(({ issue }) => issue) : []
}
