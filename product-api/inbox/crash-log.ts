import type { Context } from 'hono'
import type { ApiEnv } from '../env.ts'

type Crash = { documentId: string; log: unknown; at: string }

/** Analytics Engine takes 16 KB for all texts of an entry. */
const maxTextLength = 4000

/** Logs a crash that a reader saw. Nobody can be erased from this log, so it never has anything of
 *  a person: neither who it was, nor contacts, tokens or what stands in the query of an address. */
export function logCrash(c: Context<ApiEnv>, { documentId, log, at }: Crash) {
  const caller = c.get('user') ? 'member' : c.get('guest') ? 'guest' : 'visitor'
  const text = withoutPersons(typeof log === 'string' ? log : JSON.stringify(log))
  const requestId = (c.req.header('x-request-id') ?? '').slice(0, 100)
  const blobs = [documentId, caller, requestId, at.slice(0, 40), text.slice(0, maxTextLength)]
  const { CRASH_LOG: dataset, CRASH_LOG_URL: url } = c.env
  const line = JSON.stringify({ at: 'front-end', caller, requestId, documentId, time: at, text })
  if (url) c.executionCtx.waitUntil(post(url, line))
  else if (dataset)
    dataset.writeDataPoint({ indexes: [caller], blobs, doubles: [Date.parse(at) || 0] })
  else console.error(line)
}

async function post(url: string, line: string) {
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', body: line, headers })
    await answer.body?.cancel()
  } catch (error) {
    console.error(JSON.stringify({ at: 'crash-log', error: String(error) }))
  }
}

/** E-mail addresses, phone numbers, tokens and the queries of addresses become '…'. */
export const withoutPersons = (text: string) =>
  text
    .replace(/[^\s"'<>(),;@]+@[^\s"'<>(),;@]+\.[^\s"'<>(),;@]+/g, '…')
    .replace(/\?[^\s"'<>)\\]*/g, '?…')
    .replace(/\beyJ[\w.-]{20,}/g, '…')
    .replace(/\+?(?:\p{Nd}[ -]?){9,}\p{Nd}/gu, '…')
