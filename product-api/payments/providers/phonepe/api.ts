import * as v from 'valibot'
import { accountKeyOf, sendWithToken, type AccessToken } from '../access-tokens.ts'
import { sendRequest, type ProviderAnswer } from '../provider-request.ts'
import type { PhonePeContext } from './settings.ts'

const tokenAnswer = v.object({ access_token: v.string(), expires_at: v.number() })
/** PhonePe recommends a renewal 3 to 5 minutes before the end. */
const renewBeforeMs = 4 * 60_000
const tokenDeadlineMs = 4000

type PhonePeRequest = { method: 'GET' | 'POST'; path: string; body?: object; deadlineMs?: number }

/** Sends a request to PhonePe's gateway with an access token. */
export async function requestPhonePe(
  context: PhonePeContext,
  { method, path, body, deadlineMs }: PhonePeRequest,
): Promise<ProviderAnswer> {
  const { settings, db, now } = context
  const { PHONEPE_TOKEN_URL, PHONEPE_CLIENT_ID, PHONEPE_CLIENT_SECRET } = settings
  return sendWithToken(
    {
      db,
      accountKey: await accountKeyOf('phonepe', [
        PHONEPE_TOKEN_URL,
        PHONEPE_CLIENT_ID,
        PHONEPE_CLIENT_SECRET,
      ]),
      secret: settings.PAYMENT_SECRETS[0] ?? '',
      requestToken: () => requestToken(context),
      nowMs: () => now().getTime(),
    },
    {
      method,
      url: settings.PHONEPE_API_URL + path,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      deadlineMs: Math.min(deadlineMs ?? Infinity, settings.PROVIDER_DEADLINE_MS),
    },
  )
}

/** In production, tokens are issued by another host than the gateway. */
async function requestToken({ settings }: PhonePeContext): Promise<AccessToken | null> {
  const answer = await sendRequest({
    method: 'POST',
    url: `${settings.PHONEPE_TOKEN_URL}/v1/oauth/token`,
    body: new URLSearchParams({
      client_id: settings.PHONEPE_CLIENT_ID,
      client_secret: settings.PHONEPE_CLIENT_SECRET,
      client_version: settings.PHONEPE_CLIENT_VERSION,
      grant_type: 'client_credentials',
    }),
    deadlineMs: Math.min(tokenDeadlineMs, settings.PROVIDER_DEADLINE_MS),
  })
  const parsed = answer.kind === 'answer' ? v.safeParse(tokenAnswer, answer.body) : null
  if (!parsed?.success) return null
  const endsAtMs = parsed.output.expires_at * 1000
  return {
    authorization: `O-Bearer ${parsed.output.access_token}`,
    renewAtMs: endsAtMs - renewBeforeMs,
    endsAtMs,
  }
}

const errorAnswer = v.object({ code: v.optional(v.string()), errorCode: v.optional(v.string()) })

/** PhonePe's error code in an answer, else its status. */
export function errorCodeOf(answer: ProviderAnswer): string {
  if (answer.kind === 'no-answer') return answer.because
  const parsed = v.safeParse(errorAnswer, answer.body)
  return (
    (parsed.success && (parsed.output.code ?? parsed.output.errorCode)) || `status ${answer.status}`
  )
}

/** Whether PhonePe has no such order or refund: 400 with its own code (PhonePe, phonepe-pg-skills),
 *  or 404 as its older pages say. It also answers 404 for wrong credentials and a wrong URL, which
 *  says nothing about the order. */
export const isUnknownThere = (answer: ProviderAnswer) =>
  answer.kind === 'answer' &&
  ((answer.status === 400 && /^INVALID_MERCHANT_(ORDER|REFUND)_ID$/.test(errorCodeOf(answer))) ||
    (answer.status === 404 && !/KEY_NOT_CONFIGURED|mapping/i.test(JSON.stringify(answer.body))))
