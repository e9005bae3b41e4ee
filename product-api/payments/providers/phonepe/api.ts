import * as v from 'valibot'
import { sendWithToken, type AccessToken } from '../access-tokens.ts'
import { accountKey } from '../../settings.ts'
import type { Till } from '../provider.ts'
import { send, type Answer } from '../../wire.ts'

const tokenAnswer = v.object({ access_token: v.string(), expires_at: v.number() })
/** PhonePe asks for 3 to 5 minutes before the end. */
const earlyMs = 4 * 60_000

type Request = { method: 'GET' | 'POST'; path: string; body?: object; deadlineMs?: number }

/** A call to PhonePe's gateway in our name. */
export async function ask(
  till: Till,
  { method, path, body, deadlineMs }: Request,
): Promise<Answer> {
  const { settings, db, now } = till
  return sendWithToken(
    {
      db,
      key: await accountKey('phonepe', settings),
      secret: settings.PAYMENT_SECRETS[0] ?? '',
      ask: () => askForToken(till),
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
async function askForToken({ settings }: Till): Promise<AccessToken | null> {
  const answer = await send({
    method: 'POST',
    url: `${settings.PHONEPE_TOKEN_URL}/v1/oauth/token`,
    body: new URLSearchParams({
      client_id: settings.PHONEPE_CLIENT_ID,
      client_secret: settings.PHONEPE_CLIENT_SECRET,
      client_version: settings.PHONEPE_CLIENT_VERSION,
      grant_type: 'client_credentials',
    }),
    deadlineMs: Math.min(4000, settings.PROVIDER_DEADLINE_MS),
  })
  const read = answer.kind === 'answer' ? v.safeParse(tokenAnswer, answer.body) : null
  if (!read?.success) return null
  const endsAtMs = read.output.expires_at * 1000
  return {
    authorization: `O-Bearer ${read.output.access_token}`,
    renewAtMs: endsAtMs - earlyMs,
    endsAtMs,
  }
}

const problem = v.object({ code: v.optional(v.string()), errorCode: v.optional(v.string()) })

/** PhonePe's own word for a refusal, else the status. */
export function wordOf(answer: Answer): string {
  if (answer.kind === 'silence') return answer.because
  const read = v.safeParse(problem, answer.body)
  return (read.success && (read.output.code ?? read.output.errorCode)) || `status ${answer.status}`
}
