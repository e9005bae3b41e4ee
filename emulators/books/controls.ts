import { Hono, type Context } from 'hono'
import { clearDesk, type Desk } from './desk.ts'
import { readFault } from './faults.ts'
import { fieldsOf, isForm, oneOf, text, whole, type Fields } from './fields.ts'
import { bookOf, type Entry } from './ledger.ts'
import { deskPage } from './pages.ts'
import { mayCall, resend } from './webhooks.ts'

/** What a provider's emulator lets its tests and its developer do behind the shop's back. */
export type Controlled = {
  entries: () => Entry[]
  /** Ends what is pending; answers what it ended, or nothing when nothing by that id is pending. */
  settle: (c: Context, id: string, outcome: Outcome) => string | undefined
  forget: () => void
}

export type Outcome = 'completed' | 'declined'

/** The addresses that no provider has: the book, the faults, the clock, the post. Errors: 400 with a sentence. */
export const controls = (desk: Desk, controlled: Controlled) =>
  new Hono().route('/', books(desk, controlled)).route('/', faults(desk)).route('/', webhooks(desk))

function books(desk: Desk, { entries, settle, forget }: Controlled) {
  const app = new Hono()

  app.get('/', (c) => c.html(deskPage(desk, entries())))
  app.get('/books.json', (c) => c.json(bookOf(desk.provider.title.toLowerCase(), entries())))

  app.post('/settle', async (c) => {
    const fields = await fieldsOf(c)
    const outcome = oneOf(['completed', 'declined'] as const, fields.outcome ?? 'completed')
    if (!outcome) return c.json({ error: '"outcome" is completed or declined' }, 400)
    const settled = settle(c, text(fields.id) ?? '', outcome)
    if (!settled) return c.json({ error: 'Nothing by this id can be settled so.' }, 409)
    return done(c, fields, { settled, outcome })
  })

  app.post('/clock', async (c) => {
    desk.aheadMs += whole((await fieldsOf(c)).advanceMs) ?? 0
    return c.json({ aheadMs: desk.aheadMs })
  })

  app.post('/reset', (c) => {
    clearDesk(desk)
    forget()
    return c.body(null, 204)
  })

  return app
}

function faults(desk: Desk) {
  const app = new Hono()

  app.get('/faults', (c) => c.json({ faults: desk.faults }))

  app.post('/faults', async (c) => {
    const fields = await fieldsOf(c)
    if (fields.none) desk.faults = []
    else {
      const fault = readFault(desk, fields)
      if (typeof fault === 'string') return c.json({ error: fault }, 400)
      desk.faults.push(fault)
    }
    return done(c, fields, { faults: desk.faults })
  })

  app.delete('/faults', (c) => {
    desk.faults = []
    return c.json({ faults: [] })
  })

  return app
}

function webhooks(desk: Desk) {
  const app = new Hono()

  app.get('/webhooks.json', (c) =>
    c.json({ url: desk.webhookUrl ?? desk.provider.webhookUrl(c) ?? null, letters: desk.letters }),
  )

  app.post('/webhooks', async (c) => {
    const { url } = await fieldsOf(c)
    if (typeof url !== 'string' || !mayCall(url))
      return c.json({ error: '"url" is an http address on 127.0.0.1; nothing else is called' }, 400)
    desk.webhookUrl = url
    return c.json({ url })
  })

  app.post('/webhooks/resend', async (c) => {
    const fields = await fieldsOf(c)
    return done(c, fields, { sent: await resend(c, desk, text(fields.id)) })
  })

  return app
}

/** JSON for a test; the page they came from for a person. Only paths of this emulator are led back to. */
function done(c: Context, { back }: Fields, result: object) {
  const path = text(back)
  return isForm(c) && path && /^\/(?![/\\])/.test(path) ? c.redirect(path, 303) : c.json(result)
}

/** An emulator that somebody deployed by mistake would be a till that anybody may open. */
export const onLocalNamesOnly = async (c: Context, next: () => Promise<void>) =>
  /^(127\.0\.0\.1|\[::1\]|([\w-]+\.)*(localhost|test))$/.test(new URL(c.req.url).hostname)
    ? next()
    : c.text('This is an emulator and answers on this machine only.', 403)
