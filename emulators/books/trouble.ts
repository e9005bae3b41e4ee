import type { MiddlewareHandler } from 'hono'
import type { Desk } from './desk.ts'
import { take, type Call } from './faults.ts'

/** Stands outermost before a call: its answer may come late although its work is done. */
export const late =
  (desk: Desk, call: Call): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (!c.res.ok) return
    const fault = take(desk, 'timeout-after-success', call, Object.values<string>(c.req.param()))
    if (fault) await pause(fault.forMs ?? 30_000)
  }

/** Stands right before a call: it may be down, slow, or quote what is not in the books. */
export const troubled =
  (desk: Desk, call: Call): MiddlewareHandler =>
  async (c, next) => {
    const orders = Object.values<string>(c.req.param())
    const down = take(desk, 'unavailable', call, orders)
    if (down) {
      const status = down.status ?? 503
      return Response.json(desk.provider.outage(status), { status })
    }
    const slow = take(desk, 'slow', call, orders)
    if (slow) await pause(slow.forMs ?? 3000)
    await next()
    if (!c.res.ok) return
    for (const what of ['amount', 'currency'] as const)
      if (take(desk, `wrong-${what}`, call, orders))
        c.res = new Response(
          JSON.stringify(JSON.parse(await c.res.text(), desk.provider.misquote[what])),
          c.res,
        )
  }

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
