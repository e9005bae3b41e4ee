import * as v from 'valibot'
import { sendWithToken, type AccessToken } from '../access-tokens.ts'
import { accountKey } from '../../settings.ts'
import type { Till } from '../provider.ts'
import { send, type Answer } from '../../wire.ts'

const tokenAnswer = v.object({ access_token: v.string(), expires_in: v.number() })
/** Renewed this long before it ends. */
const earlyMs = 5 * 60_000

type Request = {
  method: 'GET' | 'POST'
  path: string
  /** PayPal-Request-Id: the same key is the same deed. */
  key?: string
  body?: string
  deadlineMs?: number
}

/** A call to PayPal's API in our name. */
export async function ask(
  till: Till,
  { method, path, key, body, deadlineMs }: Request,
): Promise<Answer> {
  const { settings, db, now } = till
  return sendWithToken(
    {
      db,
      key: await accountKey('paypal', settings),
      secret: settings.PAYMENT_SECRETS[0] ?? '',
      ask: () => askForToken(till),
      nowMs: () => now().getTime(),
    },
    {
      method,
      url: settings.PAYPAL_API_URL + path,
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

async function askForToken({ settings, now }: Till): Promise<AccessToken | null> {
  const askedAtMs = now().getTime()
  const credentials = btoa(`${settings.PAYPAL_CLIENT_ID}:${settings.PAYPAL_CLIENT_SECRET}`)
  const answer = await send({
    method: 'POST',
    url: `${settings.PAYPAL_API_URL}/v1/oauth2/token`,
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    deadlineMs: Math.min(4000, settings.PROVIDER_DEADLINE_MS),
  })
  const read = answer.kind === 'answer' ? v.safeParse(tokenAnswer, answer.body) : null
  if (!read?.success) return null
  const endsAtMs = askedAtMs + read.output.expires_in * 1000
  return {
    authorization: `Bearer ${read.output.access_token}`,
    renewAtMs: endsAtMs - earlyMs,
    endsAtMs,
  }
}

const problem = v.object({ details: v.optional(v.array(v.object({ issue: v.string() })), []) })

/** PayPal's own words for a refusal; the descriptions beside them change and are not read. */
export function issuesOf(answer: Answer): string[] {
  if (answer.kind === 'silence') return []
  const read = v.safeParse(problem, answer.body)
  return read.success ? read.output.details.map(({ issue }) => issue) : []
}
