import { createMiddleware } from 'hono/factory'
import { noticesOf } from '../../domain/notice.ts'
import { isPaymentPath } from '../addresses/address.ts'
import { knownNotices } from '../api-client/known-content.ts'
import type { AppEnv } from '../app-env.ts'
import { clientOf } from './api-client.ts'

/** Puts the notices of the moment into pages, also into stored ones, which are the same for
 *  everybody: so a notice appears and ends at its time, and nothing on the screen moves. They come
 *  with the index of the content, which an isolate keeps and asks for once a minute in `waitUntil`;
 *  no page waits for that. Cost without notices: one Map look-up; in a new isolate, one in the edge
 *  cache. */
export const notices = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method !== 'GET' || isNoPage(c.req.path)) return next()
  await next()
  const { res } = c
  if (!res.body || res.headers.get('content-type')?.startsWith('text/html') !== true) return
  const { path, locale } = c.get('page')
  // Not before: what the page asks for goes first.
  const known = await knownNotices(clientOf(c))
  const shown = noticesOf(known, { path, isCheckout: isPaymentPath(path) }, Date.now())
  if (shown.length === 0) return
  const { noticesHtml } = await import('../ui/notice-text.ts')
  const { before, after } = noticePlace
  const filled = before + noticesHtml(shown, locale) + after
  c.res = new Response(res.body.pipeThrough(replaceOnce(before + after, filled)), res)
})

/** Between the site's header and the content (ui/document.tsx). Exam halls and other plain pages
 *  have no header, so that nothing interrupts them. */
const noticePlace = { before: '</header>', after: '<main id="main"' }

const isNoPage = (path: string) => path.startsWith('/api/') || path.startsWith('/assets/')

/** Replaces the first occurrence of an ASCII text in a stream of UTF-8, also where it is split
 *  between chunks. Keeps back at most the length of the text. */
function replaceOnce(text: string, replacement: string): TransformStream<Uint8Array, Uint8Array> {
  const wanted = new TextEncoder().encode(text)
  let kept = new Uint8Array()
  let isDone = false
  return new TransformStream({
    transform(chunk, controller) {
      if (isDone) return controller.enqueue(chunk)
      const bytes = new Uint8Array(kept.length + chunk.length)
      bytes.set(kept)
      bytes.set(chunk, kept.length)
      const at = indexOf(bytes, wanted)
      isDone = at !== -1
      if (isDone) {
        controller.enqueue(bytes.subarray(0, at))
        controller.enqueue(new TextEncoder().encode(replacement))
        controller.enqueue(bytes.subarray(at + wanted.length))
        kept = new Uint8Array()
        return
      }
      const end = Math.max(0, bytes.length - wanted.length + 1)
      if (end > 0) controller.enqueue(bytes.subarray(0, end))
      kept = bytes.slice(end)
    },
    flush(controller) {
      if (kept.length > 0) controller.enqueue(kept)
    },
  })
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const first = wanted[0]!
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1))
    if (
      at + wanted.length <= bytes.length &&
      wanted.every((byte, index) => bytes[at + index] === byte)
    )
      return at
  return -1
}
