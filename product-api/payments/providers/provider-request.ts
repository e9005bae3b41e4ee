import { withDeadline } from '../../../http/deadline.ts'

/** A provider's answer, or why there is none. */
export type ProviderAnswer =
  | { kind: 'answer'; status: number; body: unknown }
  | { kind: 'no-answer'; because: 'too slow' | 'no connection' | 'unreadable' }

/** A call of a provider's API. GET and POST are the methods that PayPal and PhonePe need; for
 *  another one, add it to `method`. */
export type ProviderRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string | URLSearchParams
  deadlineMs: number
}

/** Sends one request to a provider, once. Does not follow redirects, which would get the token.
 *  Errors: none; a missing answer is a value. */
export async function sendRequest({
  method,
  url,
  headers,
  body,
  deadlineMs,
}: ProviderRequest): Promise<ProviderAnswer> {
  let status: number
  let text: string
  try {
    ;({ status, text } = await withDeadline(deadlineMs, async (signal) => {
      const answer = await fetch(url, {
        method,
        ...(headers && { headers }),
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal,
      })
      return { status: answer.status, text: await answer.text() }
    }))
  } catch (error) {
    const isTimeout = error instanceof Error && /Timeout|Abort/.test(error.name)
    return { kind: 'no-answer', because: isTimeout ? 'too slow' : 'no connection' }
  }
  // A proxy's 5xx page may not be JSON; its status is still meaningful.
  const parsed = parsedJson(text)
  return parsed === undefined && status < 400
    ? { kind: 'no-answer', because: 'unreadable' }
    : { kind: 'answer', status, body: parsed }
}

/** The parsed JSON of a received text; null for invalid JSON. */
export const jsonOrNull = (text: string): unknown => parsedJson(text) ?? null

function parsedJson(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether an answer leaves open if the provider has processed the request. */
export const isInconclusive = (answer: ProviderAnswer) =>
  answer.kind === 'no-answer' ||
  answer.status >= 500 ||
  answer.status === 429 ||
  answer.status === 408

/** Whether an answer to a refund leaves open if the provider has it: an earlier request with the
 *  same key is in progress (409), or our credentials were refused. */
export const isUnclear = (answer: ProviderAnswer) =>
  isInconclusive(answer) || (answer.kind === 'answer' && [401, 403, 409].includes(answer.status))

/** A short text for the log and the row's last_error. */
export const summaryOf = (answer: ProviderAnswer) =>
  answer.kind === 'no-answer' ? answer.because : `status ${answer.status}`
