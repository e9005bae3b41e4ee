import type { Context } from 'hono'
import type { ReactElement, ReactNode } from 'react'
import type { AppEnv } from '../app-env.ts'
import { forgetKnownContent } from '../api-client/known-content.ts'
import type { StoredPage } from '../page-store.ts'
import { crashedPart, failedPart } from '../respond/failure.tsx'
import type { PageInParts, Parts } from '../respond/page-in-parts.ts'
import { hasSessionCookie } from '../session/cookies.ts'
import { noindexInBody } from '../ui/failed-part.tsx'
import type { InlineAssets } from '../ui/inline-assets.tsx'
import { splitAtParts } from '../ui/page-part.tsx'
import { PageWriter, type Frame } from './page-writer.ts'

/** Renders a whole document, or a part of it, to HTML. */
export type RenderHtml = {
  document: (content: ReactElement) => Promise<Uint8Array>
  part: (content: ReactNode) => Promise<Uint8Array>
}

/** Sends a page in parts, in the order of the document and without script. Its bytes are the same
 *  in all three ways:
 *  - for a reader with a session, from the parts of the page that is stored for everybody, in a
 *    frame that is rendered once for all of them, with the reader's own parts inserted;
 *  - where the address is known to exist and the product API answered last, the frame at once and
 *    each part as soon as it is loaded. A failure is then a visible part of the page;
 *  - else when everything is loaded, with the true status. */
export async function renderParts<Facts>(
  c: Context<AppEnv>,
  page: PageInParts<Facts>,
  render: RenderHtml,
): Promise<Response> {
  if (page.layout !== undefined && c.var.page.layout === 'full') c.var.page.layout = page.layout
  const { known } = page
  const stored = await c.get('storedPage')?.()
  if (stored && known !== null) {
    const own = await loadOwn(c, page)
    const response = await fromStored(c, stored, own, () => page.frame(known), render)
    if (response) return response
  }
  if (known !== null && mayBeginEarly(c)) return beginEarly(c, page, known, render)
  const optional = startOptional(page)
  const [loaded, own] = await Promise.all([page.load(), loadOwn(c, page)])
  if (!loaded.ok) return c.var.fail(loaded.error)
  const frame = await renderFrame(page.frame(loaded.value.facts), render)
  const writer = new PageWriter(frame, c.var.reader.user?.id)
  await writeParts(writer, { ...loaded.value.parts, ...own }, optional, render)
  const content = writer.content()
  c.set('completePage', { isBegunEarly: false, sent: Promise.resolve(content) })
  return htmlResponse(c, content.bytes)
}

function htmlResponse(c: Context<AppEnv>, body: Uint8Array | ReadableStream) {
  c.header('content-type', 'text/html; charset=utf-8')
  return c.body(body as Uint8Array<ArrayBuffer> | ReadableStream)
}

async function loadOwn<Facts>(c: Context<AppEnv>, { own = {} }: PageInParts<Facts>) {
  if (!c.var.reader.user) return {}
  const nodes = await Promise.all(Object.values(own).map((load) => load()))
  return Object.fromEntries(Object.keys(own).map((name, index) => [name, nodes[index]]))
}

/** The page of a reader with a session, made of the stored page's parts. null: it lacks one. */
async function fromStored(
  c: Context<AppEnv>,
  stored: StoredPage,
  own: Parts,
  frameOf: () => ReactElement,
  render: RenderHtml,
): Promise<Response | null> {
  const frame = await frameOfStored(c, stored, frameOf, render)
  if (!frame.names.every((name) => name in own || stored.parts.has(name))) return null
  const writer = new PageWriter(frame, c.var.reader.user?.id)
  for (let name = writer.nextPart; name !== undefined; name = writer.nextPart) {
    const range = stored.parts.get(name)
    writer.writePart(
      name in own || !range ? await render.part(own[name]) : stored.bytes.subarray(...range),
    )
  }
  return htmlResponse(c, writer.content().bytes)
}

/** Frames of readers with a session, by the stored page whose parts they surround. They live as
 *  long as that page. */
const framesOfStored = new WeakMap<StoredPage, Map<string, FrameWithAssets>>()
type FrameWithAssets = Frame & { assets: InlineAssets }

async function frameOfStored(
  c: Context<AppEnv>,
  stored: StoredPage,
  frameOf: () => ReactElement,
  render: RenderHtml,
): Promise<Frame> {
  const { reader } = c.var
  const frames = framesOfStored.get(stored) ?? new Map<string, FrameWithAssets>()
  framesOfStored.set(stored, frames)
  const audience = reader.error ?? (reader.user ? 'member' : 'visitor')
  const known = frames.get(audience)
  if (known) {
    c.set('inlineAssets', known.assets)
    return known
  }
  const frame = await renderFrame(frameOf(), render)
  frames.set(audience, { ...frame, assets: { ...c.var.inlineAssets, isComplete: true } })
  return frame
}

/** Not where the status or a cookie may still change: for readers with a session, whose reads may
 *  end it. Crawlers get the same bytes when they are complete, so that an outage is a 503 for them,
 *  and HEAD asks for nothing but the headers. */
const mayBeginEarly = (c: Context<AppEnv>) =>
  c.req.method === 'GET' &&
  c.var.api.isUp() &&
  !hasSessionCookie(c.req.raw) &&
  !crawlers.test(c.req.header('user-agent') ?? '')

const crawlers = /bot|crawl|spider|preview|facebookexternalhit|whatsapp/i

async function beginEarly<Facts>(
  c: Context<AppEnv>,
  page: PageInParts<Facts>,
  known: Facts,
  render: RenderHtml,
): Promise<Response> {
  const optional = startOptional(page)
  const loading = settled(page.load())
  const frame = await renderFrame(page.frame(known), render)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const sink = writable.getWriter()
  // A reader who leaves does not keep the page from being stored.
  const writer = new PageWriter(frame, undefined, (bytes) => void sink.write(bytes).catch(noop))

  const finish = async () => {
    const loaded = await loading
    let notice: ReactElement | null = null
    if (!loaded.isSettled) notice = crashedPart(c, loaded.error)
    else if (!loaded.value.ok) notice = failedPart(c, loaded.value.error)
    else
      try {
        await writeParts(writer, loaded.value.value.parts, optional, render)
      } catch (error) {
        notice = crashedPart(c, error)
      }
    if (notice) forgetKnownContent(c.var.api)
    if (notice) writer.writeFailure(joined(noindex, await render.part(notice)))
    void sink.close().catch(noop)
    return notice ? null : writer.content()
  }
  const sent = finish()
  c.executionCtx.waitUntil(sent)
  c.set('completePage', { isBegunEarly: true, sent })
  return htmlResponse(c, readable)
}

const noop = () => undefined
const noindex = new TextEncoder().encode(noindexInBody)

type Settled<Value> = { isSettled: true; value: Value } | { isSettled: false; error: unknown }

/** Never rejects, so that it may be awaited later. */
const settled = <Value,>(promise: Promise<Value>): Promise<Settled<Value>> =>
  promise.then(
    (value) => ({ isSettled: true, value }),
    (error: unknown) => ({ isSettled: false, error }),
  )

type Optional = Readonly<Record<string, Promise<Settled<ReactNode>>>>

const startOptional = <Facts,>({ optional = {} }: PageInParts<Facts>): Optional =>
  Object.fromEntries(Object.entries(optional).map(([name, load]) => [name, settled(load())]))

/** Throws what a part throws. */
async function writeParts(
  writer: PageWriter,
  parts: Parts,
  optional: Optional,
  render: RenderHtml,
) {
  for (let name = writer.nextPart; name !== undefined; name = writer.nextPart) {
    const late = await optional[name]
    if (late && !late.isSettled) throw late.error
    writer.writePart(await render.part(late ? late.value : parts[name]))
  }
}

/** The id of a signed-in reader is replaced in every page; everything else is the same for all. */
const readerId = /(?<=data-session=")\d+(?=")/

async function renderFrame(content: ReactElement, render: RenderHtml): Promise<Frame> {
  const html = new TextDecoder().decode(await render.document(content))
  const { texts, names } = splitAtParts(html)
  const [head = '', ...others] = texts
  const encoder = new TextEncoder()
  return {
    head: head.split(readerId).map((text) => encoder.encode(text)),
    names,
    texts: others.map((text) => encoder.encode(text)),
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.byteLength + other.byteLength)
  bytes.set(one)
  bytes.set(other, one.byteLength)
  return bytes
}
