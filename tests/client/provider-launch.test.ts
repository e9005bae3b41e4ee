import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

// client/inline/provider-launch.ts with the few parts of a browser that it uses.

type Element = { connectedCallback: () => void }
let Launch: new () => Element
const attributes: Record<string, string> = {}
const replace = vi.fn()

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal(
    'HTMLElement',
    class {
      getAttribute = (name: string) => attributes[name] ?? null
      querySelector = () => ({ href: 'https://mercury.phonepe.com/transact/v2?token=abc' })
    },
  )
  vi.stubGlobal('customElements', {
    define: (_name: string, element: typeof Launch) => (Launch = element),
  })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('location', { replace })
  Object.assign(attributes, { object: 'PhonePeCheckout', mode: 'iframe', after: '/payment/1' })
  // @ts-expect-error An inline script is no module.
  await import('../../client/inline/provider-launch.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the launch of a payment page', () => {
  const tokenUrl = 'https://mercury.phonepe.com/transact/v2?token=abc'

  it('waits for the script of the provider and opens a frame', async () => {
    new Launch().connectedCallback()
    await vi.advanceTimersByTimeAsync(300)
    const transact = vi.fn()
    vi.stubGlobal('PhonePeCheckout', { transact })
    await vi.advanceTimersByTimeAsync(100)
    expect(transact).toHaveBeenCalledExactlyOnceWith({
      ...{ tokenUrl, type: 'IFRAME', callback: expect.any(Function) },
    })
    // Whatever the outcome, the payment's own page shows it.
    const [[{ callback }]] = transact.mock.calls as [[{ callback: (outcome: string) => void }]]
    callback('USER_CANCEL')
    expect(replace).toHaveBeenCalledExactlyOnceWith('/payment/1')
  })

  it('redirects by the script without a frame', () => {
    attributes.mode = 'script'
    const transact = vi.fn()
    vi.stubGlobal('PhonePeCheckout', { transact })
    new Launch().connectedCallback()
    expect(transact).toHaveBeenCalledExactlyOnceWith({ tokenUrl })
  })

  it('ends after eight seconds where the script does not load', async () => {
    new Launch().connectedCallback()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(vi.getTimerCount()).toBe(0)
  })
})
