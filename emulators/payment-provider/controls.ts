import { Hono, type Context } from 'hono'
import { resetState, type EmulatorState } from './state.ts'
import { parseFault } from './active-faults.ts'
import { requestFields, isForm, oneOf, asText, asWholeNumber, type Fields } from './fields.ts'
import { listOrders, type ListedOrder } from './order-list.ts'
import { developerPage } from './pages.ts'
import { isLocalUrl, resendWebhooks, retryDueWebhooks } from './webhooks.ts'

/** What the control routes need of a provider's emulator. */
export type OrderControls = {
  orderList: () => ListedOrder[]
  /** Completes or declines a pending payment or refund. Returns its id, or undefined where none
   *  with that id is pending. */
  settle: (c: Context, id: string, outcome: Outcome) => string | undefined
  resetStore: () => void
}

export type Outcome = 'completed' | 'declined'

/** Routes that the provider itself lacks, by which tests and developers control an emulator:
 *  stored orders, faults, clock and webhooks. Errors: 400 with { error }. */
export const controlRoutes = (emulator: EmulatorState, orderControls: OrderControls) =>
  new Hono()
    .route('/', orderRoutes(emulator, orderControls))
    .route('/', faultRoutes(emulator))
    .route('/', webhookRoutes(emulator))

function orderRoutes(emulator: EmulatorState, { orderList, settle, resetStore }: OrderControls) {
  const app = new Hono()

  app.get('/', (c) => c.html(developerPage(emulator, orderList())))
  app.get('/orders.json', (c) => c.json(listOrders(emulator.provider.id, orderList())))

  app.post('/settle', async (c) => {
    const fields = await requestFields(c)
    const outcome = oneOf(['completed', 'declined'] as const, fields.outcome ?? 'completed')
    if (!outcome) return c.json({ error: '"outcome" is completed or declined' }, 400)
    const settled = settle(c, asText(fields.id) ?? '', outcome)
    if (!settled)
      return c.json({ error: 'No payment with this id can be settled in this way.' }, 409)
    return respond(c, fields, { settled, outcome })
  })

  app.post('/clock', async (c) => {
    emulator.clockOffsetMs += asWholeNumber((await requestFields(c)).advanceMs) ?? 0
    await retryDueWebhooks(c, emulator)
    return c.json({ clockOffsetMs: emulator.clockOffsetMs })
  })

  app.post('/reset', (c) => {
    resetState(emulator)
    resetStore()
    return c.body(null, 204)
  })

  return app
}

function faultRoutes(emulator: EmulatorState) {
  const app = new Hono()

  app.get('/faults', (c) => c.json({ faults: emulator.faults }))

  app.post('/faults', async (c) => {
    const fields = await requestFields(c)
    if (fields.none) emulator.faults = []
    else {
      const fault = parseFault(emulator, fields)
      if (typeof fault === 'string') return c.json({ error: fault }, 400)
      emulator.faults.push(fault)
    }
    return respond(c, fields, { faults: emulator.faults })
  })

  app.delete('/faults', (c) => {
    emulator.faults = []
    return c.json({ faults: [] })
  })

  return app
}

function webhookRoutes(emulator: EmulatorState) {
  const app = new Hono()

  app.get('/webhooks.json', (c) =>
    c.json({
      url: emulator.webhookUrl ?? emulator.provider.webhookUrl(c) ?? null,
      webhooks: emulator.webhooks,
    }),
  )

  app.post('/webhooks', async (c) => {
    const { url } = await requestFields(c)
    if (typeof url !== 'string' || !isLocalUrl(url))
      return c.json({ error: '"url" must be an http URL on 127.0.0.1' }, 400)
    emulator.webhookUrl = url
    return c.json({ url })
  })

  app.post('/webhooks/resend', async (c) => {
    const fields = await requestFields(c)
    return respond(c, fields, { sent: await resendWebhooks(c, emulator, asText(fields.id)) })
  })

  return app
}

/** Responds with JSON, or to a form with a redirect to its field `back`, a path of this
 *  emulator. */
function respond(c: Context, { back }: Fields, result: object) {
  const path = asText(back)
  return isForm(c) && path && /^\/(?![/\\])/.test(path) ? c.redirect(path, 303) : c.json(result)
}

/** Middleware that refuses requests to other hosts than localhost and *.test: an emulator that was
 *  deployed by mistake would let anybody pay without money. */
export const localHostsOnly = async (c: Context, next: () => Promise<void>) =>
  /^(127\.0\.0\.1|\[::1\]|([\w-]+\.)*(localhost|test))$/.test(new URL(c.req.url).hostname)
    ? next()
    : c.text('This is an emulator; it responds on this machine only.', 403)
