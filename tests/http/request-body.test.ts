import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  readBytes,
  readFormFields,
  readJson,
  readText,
  statusOfRefusal,
} from '../../http/request-body.ts'

const limits = { maxBytes: 1000, deadlineMs: 2000 }

/** A stream of `count` chunks that counts the chunks it has given and records whether it was
 *  cancelled. */
function streamOf(chunk: string, count: number, pauseMs = 0) {
  const state = { isCancelled: false, chunksGiven: 0 }
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (state.isCancelled) return
      if (state.chunksGiven++ < count) controller.enqueue(new TextEncoder().encode(chunk))
      else controller.close()
    },
    cancel() {
      state.isCancelled = true
    },
  })
  return { stream, state }
}

const post = (body: BodyInit | null, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  new Request('https://site.test/', {
    method: 'POST',
    body,
    headers,
    ...(signal && { signal }),
    ...({ duplex: 'half' } as object),
  })

const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const jsonType = { 'content-type': 'application/json; charset=utf-8' }
const anyObject = v.record(v.string(), v.unknown())

describe('reading bytes', () => {
  it('joins the chunks of a body in their order', async () => {
    const { stream } = streamOf('ಕನ್ನಡ ', 3)
    expect(await readText(post(stream), limits)).toEqual({ ok: true, value: 'ಕನ್ನಡ ಕನ್ನಡ ಕನ್ನಡ ' })
  })

  it('returns 0 bytes for a request without a body', async () => {
    expect(await readBytes(post(null), limits)).toEqual({ ok: true, value: new Uint8Array() })
  })

  it('accepts a body of exactly the limit and refuses one byte more', async () => {
    expect((await readBytes(post('x'.repeat(1000)), limits)).ok).toBe(true)
    expect(await readBytes(post('x'.repeat(1001)), limits)).toEqual({
      ok: false,
      error: { kind: 'too-large', maxBytes: 1000 },
    })
  })

  it('stops an endless body without content-length at the limit and cancels it', async () => {
    const { stream, state } = streamOf('x'.repeat(100), Infinity)
    const read = await readBytes(post(stream), limits)
    expect(read).toEqual({ ok: false, error: { kind: 'too-large', maxBytes: 1000 } })
    expect(state.isCancelled).toBe(true)
    expect(state.chunksGiven).toBeLessThan(15)
  })

  it('refuses an announced length above the limit and cancels the body', async () => {
    const { stream, state } = streamOf('x', 10)
    const read = await readBytes(post(stream, { 'content-length': '1001' }), limits)
    expect(read).toEqual({ ok: false, error: { kind: 'too-large', maxBytes: 1000 } })
    expect(state.isCancelled).toBe(true)
  })

  it('reads and drops what is above the limit, as far as it may, before it refuses', async () => {
    const dropping = { ...limits, maxDroppedBytes: 5000 }
    const refused = { ok: false, error: { kind: 'too-large', maxBytes: 1000 } }
    const { stream, state } = streamOf('x'.repeat(100), 40)
    expect(await readBytes(post(stream), dropping)).toEqual(refused)
    expect(state.chunksGiven).toBeGreaterThan(40)
    const announced = streamOf('x'.repeat(100), 40)
    const headers = { 'content-length': '4000' }
    expect(await readBytes(post(announced.stream, headers), dropping)).toEqual(refused)
    expect(announced.state.chunksGiven).toBeGreaterThan(40)
    const endless = streamOf('x'.repeat(100), Infinity)
    expect(await readBytes(post(endless.stream), dropping)).toEqual(refused)
    expect([endless.state.isCancelled, endless.state.chunksGiven < 70]).toEqual([true, true])
    const slow = streamOf('x'.repeat(1100), Infinity, 60)
    expect(await readBytes(post(slow.stream), { ...dropping, deadlineMs: 100 })).toEqual(refused)
  })

  it('refuses a body that is not complete within the deadline and cancels it', async () => {
    const { stream, state } = streamOf('x', Infinity, 30)
    const read = await readBytes(post(stream), { maxBytes: 1000, deadlineMs: 100 })
    expect(read).toEqual({ ok: false, error: { kind: 'too-slow', deadlineMs: 100 } })
    expect(state.isCancelled).toBe(true)
  })

  it('refuses a body that never sends a byte at the deadline', async () => {
    const silent = new ReadableStream<Uint8Array>({})
    const read = await readBytes(post(silent), { maxBytes: 1000, deadlineMs: 50 })
    expect(read).toEqual({ ok: false, error: { kind: 'too-slow', deadlineMs: 50 } })
  })

  it('refuses a body as aborted when the connection breaks in the middle', async () => {
    let chunks = 0
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (chunks++ === 0) controller.enqueue(new Uint8Array(10))
        else controller.error(new TypeError('connection reset'))
      },
    })
    expect(await readBytes(post(broken), limits)).toEqual({
      ok: false,
      error: { kind: 'aborted' },
    })
  })

  it('refuses a body as aborted when the request is aborted while it is read', async () => {
    const controller = new AbortController()
    const request = post(new ReadableStream<Uint8Array>({}), {}, controller.signal)
    const read = readBytes(request, limits)
    controller.abort()
    expect(await read).toEqual({ ok: false, error: { kind: 'aborted' } })
  })

  it('refuses a media type that is not listed', async () => {
    const read = await readBytes(post('x', { 'content-type': 'text/plain' }), {
      ...limits,
      types: ['application/json'],
    })
    expect(read).toEqual({
      ok: false,
      error: { kind: 'unsupported-type', contentType: 'text/plain' },
    })
  })
})

describe('reading JSON', () => {
  it('returns the output of the schema', async () => {
    const schema = v.object({ count: v.pipe(v.string(), v.transform(Number)) })
    expect(await readJson(post('{"count":"3"}', jsonType), schema, limits)).toEqual({
      ok: true,
      value: { count: 3 },
    })
  })

  it.each(['', '{', '{"a":}', 'null,'])('refuses %j as malformed, without issues', async (text) => {
    const read = await readJson(post(text, jsonType), anyObject, limits)
    expect(read).toMatchObject({ ok: false, error: { kind: 'malformed', issues: [] } })
  })

  it('lists an issue for every field that the schema rejects', async () => {
    const schema = v.object({ id: v.number(), name: v.string() })
    const read = await readJson(post('{"id":"x"}', jsonType), schema, limits)
    if (read.ok || read.error.kind !== 'malformed') throw new Error('the body was accepted')
    expect(read.error.issues.map((issue) => v.getDotPath(issue))).toEqual(['id', 'name'])
  })

  it('refuses a media type other than application/json', async () => {
    const read = await readJson(post('{}', { 'content-type': 'text/plain' }), anyObject, limits)
    expect(read).toMatchObject({ ok: false, error: { kind: 'unsupported-type' } })
  })
})

describe('reading a form', () => {
  it('returns the fields of a urlencoded form, the last of two with one name', async () => {
    const form = post('name=%E0%B2%B0%E0%B2%B5%E0%B2%BF+K&a=1&a=2', formType)
    expect(await readFormFields(form, limits)).toEqual({
      ok: true,
      value: { name: 'ರವಿ K', a: '2' },
    })
  })

  it('returns the text fields of a multipart form without files', async () => {
    const form = new FormData()
    form.set('name', 'ರವಿ')
    form.set('photo', new File(['x'], 'photo.png'))
    expect(await readFormFields(post(form), limits)).toEqual({ ok: true, value: { name: 'ರವಿ' } })
  })

  it('refuses a multipart form without a boundary as malformed', async () => {
    const form = post('name=x', { 'content-type': 'multipart/form-data' })
    const read = await readFormFields(form, limits)
    expect(read).toMatchObject({ ok: false, error: { kind: 'malformed' } })
  })

  it('returns an empty form for an empty body of any type', async () => {
    expect(await readFormFields(post(null), limits)).toEqual({ ok: true, value: {} })
  })

  it('refuses a media type that is no form', async () => {
    const read = await readFormFields(post('{}', jsonType), limits)
    expect(read).toMatchObject({ ok: false, error: { kind: 'unsupported-type' } })
  })

  it('refuses a form above the limit', async () => {
    const read = await readFormFields(post(`a=${'x'.repeat(1000)}`, formType), limits)
    expect(read).toMatchObject({ ok: false, error: { kind: 'too-large' } })
  })
})

describe('the status of a refusal', () => {
  it.each([
    [{ kind: 'too-large', maxBytes: 1 }, 413],
    [{ kind: 'too-slow', deadlineMs: 1 }, 408],
    [{ kind: 'unsupported-type', contentType: '' }, 415],
    [{ kind: 'aborted' }, 400],
    [{ kind: 'malformed', detail: '', issues: [] }, 400],
  ] as const)('of %j is %i', (refusal, status) => {
    expect(statusOfRefusal(refusal)).toBe(status)
  })
})
