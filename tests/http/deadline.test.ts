import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { post } from '../../emulators/payment-provider/webhooks.ts'
import { readText } from '../../http/request-body.ts'
import { withDeadline } from '../../http/deadline.ts'
import { sendRequest } from '../../product-api/payments/providers/provider-request.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a deadline', () => {
  it('aborts a request with a TimeoutError', async () => {
    const answer = withDeadline(
      50,
      (signal) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
    )
    const refused = expect(answer).rejects.toMatchObject({ name: 'TimeoutError' })
    await vi.advanceTimersByTimeAsync(50)
    await refused
  })

  // workerd allows 10,000 active timers; timers that outlive their requests use them up.
  it.each([
    ['a call of a provider', () => sendRequest({ ...call, method: 'GET', deadlineMs: 60_000 })],
    ['a webhook of an emulator', () => post(call.url, '{}', {})],
    ['the body of a request', () => readText(requestWithBody(), { maxBytes: 100 })],
  ])('leaves no timer after %s', async (_name, work) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response('{}')))
    await work()
    expect([vi.getTimerCount(), timeout.mock.calls.length]).toEqual([0, 0])
  })
})

const call = { url: 'http://127.0.0.1:1/' }
const requestWithBody = () => new Request(call.url, { method: 'POST', body: '{}' })
