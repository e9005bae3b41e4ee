/** What a provider answered, or why nothing is known about what it did. */
export type Answer =
  | { kind: 'answer'; status: number; body: unknown }
  | { kind: 'silence'; because: 'too slow' | 'no connection' | 'unreadable' }

export type Call = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string | URLSearchParams
  deadlineMs: number
}

/** One call to a provider, sent once. A redirect is not followed: our token would go along. Errors: none; silence is an answer. */
export async function send({ method, url, headers, body, deadlineMs }: Call): Promise<Answer> {
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
    const isLate = error instanceof Error && /Timeout|Abort/.test(error.name)
    return { kind: 'silence', because: isLate ? 'too slow' : 'no connection' }
  }
  // Whoever stands in between (5xx pages of a proxy) may answer no JSON; the status still says something.
  const read = json(text)
  return read === undefined && status < 400
    ? { kind: 'silence', because: 'unreadable' }
    : { kind: 'answer', status, body: read }
}

function json(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether an answer leaves open what the provider did: it may have, it may not. */
export const isOpenToDoubt = (answer: Answer) =>
  answer.kind === 'silence' ||
  answer.status >= 500 ||
  answer.status === 429 ||
  answer.status === 408

/** In a word, for the log and the row. */
export const inShort = (answer: Answer) =>
  answer.kind === 'silence' ? answer.because : `status ${answer.status}`
