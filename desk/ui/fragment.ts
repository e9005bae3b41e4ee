import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'

/** A part of a page, for the page's script. */
export async function fragment(node: ReactNode): Promise<Response> {
  const stream = await renderToReadableStream(node, {
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  })
  await stream.allReady
  return new Response(stream, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
