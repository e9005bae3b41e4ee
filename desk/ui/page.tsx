import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import type { DeskContext } from '../desk-env.ts'
import { doneIn } from './done.ts'
import { Frame, type FrameProps } from './frame.tsx'

export type PageProps = Pick<FrameProps, 'title' | 'back' | 'editor' | 'hasScript' | 'actions'>

/** A page of the desk. `status`: 200 unless given. */
export async function page(
  c: DeskContext,
  props: PageProps,
  children: ReactNode,
  status = 200,
): Promise<Response> {
  const stream = await renderToReadableStream(
    <Frame
      {...props}
      locale={c.get('locale')}
      text={c.get('text')}
      operator={c.get('operator')}
      path={c.req.path}
      done={doneIn(c)}
    >
      {children}
    </Frame>,
    {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => console.error(JSON.stringify({ at: 'desk', error: String(error) })),
    },
  )
  // The frame is complete before it is sent, so that a failure is an answer and not half a page.
  await stream.allReady
  return new Response(stream, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}
