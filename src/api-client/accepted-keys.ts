import * as v from 'valibot'
import type { Result } from '../../domain/result.ts'
import type { JsonBody } from './client.ts'
import type { ApiError } from './errors.ts'

const refusal = v.object({ error: v.object({ message: v.string() }) })

/** The keys that a Strapi 5 does not accept in a body: "Invalid key url" of an entry, "Invalid
 *  parameters: name, ageBand" of a registration. Strapi 4 ignores them. */
function refusedKeys(error: ApiError): string[] {
  if (error.kind !== 'http-error' || error.status !== 400) return []
  const parsed = v.safeParse(refusal, error.data)
  const message = parsed.success ? parsed.output.error.message : ''
  const named = /^Invalid (?:key|parameters:) (.+)$/.exec(message)
  return named ? (named[1] ?? '').split(', ') : []
}

/** Sends a body, and again without the keys that a Strapi refuses, as far as it may do without
 *  them. Such a refusal stores nothing. Cost: one more request for each refusal. */
export async function sendAcceptedKeys<Value>(
  body: JsonBody,
  mayLack: readonly string[],
  send: (body: JsonBody) => Promise<Result<Value, ApiError>>,
): Promise<Result<Value, ApiError>> {
  const answer = await send(body)
  if (answer.ok) return answer
  const refused = refusedKeys(answer.error).filter((key) => key in body && mayLack.includes(key))
  if (refused.length === 0) return answer
  const rest = Object.entries(body).filter(([key]) => !refused.includes(key))
  return sendAcceptedKeys(Object.fromEntries(rest), mayLack, send)
}
