import type { MiddlewareHandler } from 'hono'
import type { EmulatorState } from './state.ts'
import { takeFault } from './active-faults.ts'
import type { Call } from './faults.ts'

/** Outermost middleware: delays the response of a call that succeeded. */
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

/** Innermost middleware: makes a call fail, delays it, or changes amounts in its response. */
export const withFaults =
  (emulator: EmulatorState, call: Call): MiddlewareHandler =>
  async (c, next) => {
    const orders = Object.values<string>(c.req.param())
    const down = takeFault(emulator, 'unavailable', call, orders)
    if (down) {
      const status = down.status ?? 503
      return Response.json(emulator.provider.outageBody(status), { status })
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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
