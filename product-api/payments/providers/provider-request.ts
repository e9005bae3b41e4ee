/** What a provider answered, or why it is not known what it did. */
export type ProviderAnswer =
  | { kind: 'answer'; status: number; body: unknown }
  | { kind: 'no-answer'; because: 'too slow' | 'no connection' | 'unreadable' }

export type ProviderRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string | URLSearchParams
  deadlineMs: number
}

/** One request to a provider, sent once. A redirect is not followed: our token would go along.
 *  Errors: none; no answer is a value, too. */
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
    const answer = await fetch(url, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
    status = answer.status
    text = await answer.text()
  } catch (error) {
    const isTimeout = error instanceof Error && /Timeout|Abort/.test(error.name)
    return { kind: 'no-answer', because: isTimeout ? 'too slow' : 'no connection' }
  }
  // A proxy's 5xx page may be no JSON; the status still says something.
  const parsed = jsonOf(text)
  return parsed === undefined && status < 400
    ? { kind: 'no-answer', because: 'unreadable' }
    : { kind: 'answer', status, body: parsed }
}

/** The JSON of a text that somebody else sent; null where it is none. */
export const jsonOrNull = (text: string): unknown => jsonOf(text) ?? null

function jsonOf(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether an answer leaves open what the provider did: it may have done it or not. */
export const isInconclusive = (answer: ProviderAnswer) =>
  answer.kind === 'no-answer' ||
  answer.status >= 500 ||
  answer.status === 429 ||
  answer.status === 408

/** An answer in a word, for the log and the row's last_error. */
export const summaryOf = (answer: ProviderAnswer) =>
  answer.kind === 'no-answer' ? answer.because : `status ${answer.status}`
