import { Hono, type Context } from 'hono'
import { resetState, type EmulatorState } from './state.ts'
import { readFault } from './faults.ts'
import { fieldsOf, isForm, oneOf, text, whole, type Fields } from './fields.ts'
import { orderListOf, type ListedOrder } from './order-list.ts'
import { developerPage } from './pages.ts'
import { mayCall, resend } from './webhooks.ts'

/** The emulator's own routes, by which tests and developers control it. */
export type EmulatedProvider = {
  orderList: () => ListedOrder[]
  /** Ends what is pending; answers what it ended, or nothing when nothing by that id is pending. */
  settle: (c: Context, id: string, outcome: Outcome) => string | undefined
  resetStore: () => void
}

export type Outcome = 'completed' | 'declined'

/** The addresses that no provider has: the store, the faults, the clock, the post. Errors: 400 with
 *  a sentence. */
export const controls = (emulator: EmulatorState, controlled: EmulatedProvider) =>
  new Hono()
    .route('/', orderRoutes(emulator, controlled))
    .route('/', faults(emulator))
    .route('/', webhooks(emulator))

function orderRoutes(emulator: EmulatorState, { orderList, settle, resetStore }: EmulatedProvider) {
  const app = new Hono()

  app.get('/', (c) => c.html(developerPage(emulator, orderList())))
  app.get('/books.json', (c) =>
    c.json(orderListOf(emulator.provider.title.toLowerCase(), orderList())),
  )

  app.post('/settle', async (c) => {
    const fields = await fieldsOf(c)
    const outcome = oneOf(['completed', 'declined'] as const, fields.outcome ?? 'completed')
    if (!outcome) return c.json({ error: '"outcome" is completed or declined' }, 400)
    const settled = settle(c, text(fields.id) ?? '', outcome)
    if (!settled) return c.json({ error: 'Nothing by this id can be settled so.' }, 409)
    return done(c, fields, { settled, outcome })
  })

  app.post('/clock', async (c) => {
    emulator.aheadMs += whole((await fieldsOf(c)).advanceMs) ?? 0
    return c.json({ aheadMs: emulator.aheadMs })
  })

  app.post('/reset', (c) => {
    resetState(emulator)
    resetStore()
    return c.body(null, 204)
  })

  return app
}

function faults(emulator: EmulatorState) {
  const app = new Hono()

  app.get('/faults', (c) => c.json({ faults: emulator.faults }))

  app.post('/faults', async (c) => {
    const fields = await fieldsOf(c)
    if (fields.none) emulator.faults = []
    else {
      const fault = readFault(emulator, fields)
      if (typeof fault === 'string') return c.json({ error: fault }, 400)
      emulator.faults.push(fault)
    }
    return done(c, fields, { faults: emulator.faults })
  })

  app.delete('/faults', (c) => {
    emulator.faults = []
    return c.json({ faults: [] })
  })

  return app
}

function webhooks(emulator: EmulatorState) {
  const app = new Hono()

  app.get('/webhooks.json', (c) =>
    c.json({
      url: emulator.webhookUrl ?? emulator.provider.webhookUrl(c) ?? null,
      letters: emulator.letters,
    }),
  )

  app.post('/webhooks', async (c) => {
    const { url } = await fieldsOf(c)
    if (typeof url !== 'string' || !mayCall(url))
      return c.json({ error: '"url" is an http address on 127.0.0.1; nothing else is called' }, 400)
    emulator.webhookUrl = url
    return c.json({ url })
  })

  app.post('/webhooks/resend', async (c) => {
    const fields = await fieldsOf(c)
    return done(c, fields, { sent: await resend(c, emulator, text(fields.id)) })
  })

  return app
}

/** JSON for a test; the page they came from for a person. Only paths of this emulator are led back
 *  to. */
function done(c: Context, { back }: Fields, result: object) {
  const path = text(back)
  return isForm(c) && path && /^\/(?![/\\])/.test(path) ? c.redirect(path, 303) : c.json(result)
}

/** An emulator that somebody deployed by mistake would be a till that anybody may open. */
export const onLocalNamesOnly = async (c: Context, next: () => Promise<void>) =>
  /^(127\.0\.0\.1|\[::1\]|([\w-]+\.)*(localhost|test))$/.test(new URL(c.req.url).hostname)
    ? next()
    : c.text('This is an emulator and answers on this machine only.', 403)
