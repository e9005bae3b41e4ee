import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sendLeftEvents } from '../../client/device/journal/left-events.ts'
import type { TextStore } from '../../client/device/ports.ts'
import { unsentIn } from '../../client/device/unsent.ts'

// What a closed hall left on this phone, as the next page finds it.

const attempt = '6f0c2b8e-8d6a-4c53-9d5f-0f2b7d3a1e44'
const entries = new Map<string, string>()
const posted: string[] = []
let status = 200

const store: TextStore = {
  entries: (prefix) => Promise.resolve([...entries].filter(([key]) => key.startsWith(prefix))),
  put: (all) => Promise.resolve(all.forEach(([key, text]) => void entries.set(key, text))),
  remove: (keys) => Promise.resolve(keys.forEach((key) => void entries.delete(key))),
}

vi.mock('../../client/device/browser-ports.ts', () => ({
  browserPorts: () => ({
    store,
    localStorage: null,
    fetch: (path: string) => {
      posted.push(path)
      const attempt = { status: 'submitted', submittedBy: 'reader' }
      const body = status === 200 ? { data: { ...attempt, attempt, results: [], events: [] } } : {}
      return Promise.resolve({ ok: status === 200, status, json: () => Promise.resolve(body) })
    },
    clock: { wall: () => 1_764_000_000_000, monotonic: () => 0 },
    setTimer: (work: () => void, ms: number) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  }),
}))

const removeHallCopy = vi.hoisted(() => vi.fn(() => Promise.resolve(true)))
vi.mock('../../client/device/offline-hall/hall-copy.ts', () => ({ removeHallCopy }))

const put = (id: string, mark: '?' | '+', kind: 'save' | 'submit') => {
  const [question, option] = kind === 'save' ? ['q1', '2'] : ['', '']
  const at = (1_764_000_000_000).toString(36)
  entries.set(`event/${attempt}/${id}`, `${mark}${id},${at},${kind},${question},${option},,0`)
}

beforeEach(() => {
  entries.clear()
  posted.length = 0
  status = 200
  removeHallCopy.mockClear()
  const note = { carryKey: 'c', device: 'd', devices: {}, endsAtMs: null, offsetMs: 0 }
  entries.set(`note/${attempt}`, JSON.stringify({ version: 1, ...note, next: 1, settled: 0 }))
})

describe('an attempt that was handed in, of which every event has arrived', () => {
  beforeEach(() => {
    put('abcdefgh1234.1', '+', 'save')
    put('abcdefgh1234.2', '+', 'submit')
  })

  it('is found by the next page', async () => {
    expect(await unsentIn(store)).toEqual({ attempts: [attempt], cards: false })
  })

  it('is submitted by it, and then found no more', async () => {
    await sendLeftEvents(attempt)
    expect(posted).toEqual([`/attempts/${attempt}/submit`])
    await vi.waitFor(async () => expect((await unsentIn(store)).attempts).toEqual([]))
    expect(removeHallCopy.mock.calls).toEqual([[attempt]])
  })

  it('stays for the page after that while the server fails', async () => {
    status = 500
    await sendLeftEvents(attempt)
    expect(posted).toEqual([`/attempts/${attempt}/submit`])
    expect((await unsentIn(store)).attempts).toEqual([attempt])
    expect(removeHallCopy).not.toHaveBeenCalled()
  })
})

it('an attempt that goes on, with everything sent, causes no request', async () => {
  put('abcdefgh1234.1', '+', 'save')
  expect((await unsentIn(store)).attempts).toEqual([])
  await sendLeftEvents(attempt)
  expect(posted).toEqual([])
})
