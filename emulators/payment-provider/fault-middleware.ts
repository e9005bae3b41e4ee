import type { MiddlewareHandler } from 'hono'
import type { EmulatorState } from './state.ts'
import { takeFault, type Call } from './faults.ts'

/** Runs outermost: the answer may come late although the call was done. */
export const withLateAnswer =
  (emulator: EmulatorState, call: Call): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (!c.res.ok) return
    const fault = takeFault(
      emulator,
      'timeout-after-success',
      call,
      Object.values<string>(c.req.param()),
    )
    if (fault) await pause(fault.forMs ?? 30_000)
  }

/** Runs right before a call: it may be down, slow, or answer another amount than is stored. */
export const withFaults =
  (emulator: EmulatorState, call: Call): MiddlewareHandler =>
  async (c, next) => {
    const orders = Object.values<string>(c.req.param())
    const down = takeFault(emulator, 'unavailable', call, orders)
    if (down) {
      const status = down.status ?? 503
      return Response.json(emulator.provider.outage(status), { status })
    }
    const slow = takeFault(emulator, 'slow', call, orders)
    if (slow) await pause(slow.forMs ?? 3000)
    await next()
    if (!c.res.ok) return
    for (const what of ['amount', 'currency'] as const)
      if (takeFault(emulator, `wrong-${what}`, call, orders))
        c.res = new Response(
          JSON.stringify(JSON.parse(await c.res.text(), emulator.provider.alterAnswer[what])),
          c.res,
        )
  }

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
