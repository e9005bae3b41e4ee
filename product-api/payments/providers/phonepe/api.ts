import * as v from 'valibot'
import { accountKeyOf, sendWithToken, type AccessToken } from '../access-tokens.ts'
import { sendRequest, type ProviderAnswer } from '../provider-request.ts'
import type { PhonePeContext } from './settings.ts'

const tokenAnswer = v.object({ access_token: v.string(), expires_at: v.number() })
/** PhonePe asks for 3 to 5 minutes before the end. */
const renewBeforeMs = 4 * 60_000
const maxTokenMs = 4000

type PhonePeRequest = { method: 'GET' | 'POST'; path: string; body?: object; deadlineMs?: number }

/** A request to PhonePe's gateway with our token. */
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

/** In production the token comes from another host than the payments. */
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
    deadlineMs: Math.min(maxTokenMs, settings.PROVIDER_DEADLINE_MS),
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

const problem = v.object({ code: v.optional(v.string()), errorCode: v.optional(v.string()) })

/** PhonePe's code for a refusal, else the status. */
export function errorCodeOf(answer: ProviderAnswer): string {
  if (answer.kind === 'no-answer') return answer.because
  const parsed = v.safeParse(problem, answer.body)
  return (
    (parsed.success && (parsed.output.code ?? parsed.output.errorCode)) || `status ${answer.status}`
  )
}

/** Whether PhonePe has no such order or refund. Wrong keys and a wrong address are answered with
 *  404 as well: that says nothing about the order. */
export const isUnknownThere = (answer: ProviderAnswer) =>
  answer.kind === 'answer' &&
  answer.status === 404 &&
  !/KEY_NOT_CONFIGURED|mapping/i.test(JSON.stringify(answer.body))
