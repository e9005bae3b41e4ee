import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { pushService } from '../push/push.ts'
import { localHostsOnly } from '../payment-provider/controls.ts'
import { gatewayModes, type Message, type GatewayMode } from './message.ts'
import { messagesPage } from './messages-page.ts'

/** The emulator's bindings (tasks/local-emulators.ts). */
type MessagesEnv = { Bindings: { GATEWAY_TOKEN?: string } }

const slowMs = 10_000
const maxMessages = 500

/** In memory; lost with the isolate. Newest first. */
let messages: Message[] = []
/** The keys of accepted messages: a repeated one is not sent again. */
const acceptedKeys = new Set<string>()
let crashes: unknown[] = []
let mode: GatewayMode = 'ok'

/** Emulates the SMS and the mail gateway: shows messages on its page and sends them to nobody. */
const messageRoutes = new Hono<MessagesEnv>()

messageRoutes.use(localHostsOnly)
messageRoutes.route('/push-service', pushService)

const sms = v.object({ to: v.string(), text: v.string() })
messageRoutes.post('/sms', async (c) => {
  const sent = v.safeParse(sms, await bodyOf(c))
  if (!sent.success) return c.json({ error: 'An SMS has "to" and "text"' }, 400)
  return acceptMessage(c, { kind: 'sms', subject: null, ...sent.output })
})

const mail = v.object({ to: v.string(), subject: v.string(), text: v.string() })
messageRoutes.post('/mail', async (c) => {
  const sent = v.safeParse(mail, await bodyOf(c))
  if (!sent.success) return c.json({ error: 'A mail has "to", "subject" and "text"' }, 400)
  return acceptMessage(c, { kind: 'mail', ...sent.output })
})

/** Stands in for Analytics Engine: the last crashes, newest first. */
messageRoutes.post('/crashes', async (c) => {
  crashes = [await bodyOf(c), ...crashes].slice(0, maxMessages)
  return c.body(null, 202)
})
messageRoutes.get('/crashes.json', (c) => c.json(crashes))

messageRoutes.get('/', (c) => c.html(messagesPage(messages, mode)))

messageRoutes.get('/messages.json', (c) => {
  const to = c.req.query('to')
  return c.json(messages.filter((message) => to === undefined || message.to === to))
})

messageRoutes.delete('/messages.json', (c) => {
  messages = []
  acceptedKeys.clear()
  return c.json([])
})

// JSON { mode } from a test, a form from the page.
messageRoutes.post('/faults', async (c) => {
  const fields: unknown = isForm(c) ? await c.req.parseBody() : await bodyOf(c)
  const chosen = v.safeParse(v.object({ mode: v.picklist(gatewayModes) }), fields)
  if (!chosen.success) return c.json({ error: `"mode" is one of ${gatewayModes.join(', ')}` }, 400)
  mode = chosen.output.mode
  return isForm(c) ? c.redirect('/', 303) : c.json({ mode })
})

/** Stores a message, unless the gateway is set to fail. */
async function acceptMessage(c: Context<MessagesEnv>, message: Omit<Message, 'at'>) {
  const expected = `Bearer ${c.env.GATEWAY_TOKEN ?? 'messages-emulator-token'}`
  if (c.req.header('authorization') !== expected) return c.json({ error: 'Wrong token' }, 401)
  const key = c.req.header('idempotency-key')
  if (key !== undefined && acceptedKeys.has(key)) return c.json({ id: key }, 202)
  if (mode === 'error') return c.json({ error: 'The gateway is unavailable' }, 500)
  if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
  if (key !== undefined) acceptedKeys.add(key)
  messages = [{ ...message, at: new Date().toISOString() }, ...messages].slice(0, maxMessages)
  return c.json({ id: crypto.randomUUID() }, 202)
}

const isForm = (c: Context) =>
  c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') === true

async function bodyOf(c: Context): Promise<unknown> {
  try {
    return await c.req.json<unknown>()
  } catch {
    // Malformed JSON: the route responds with the fields that a message has.
    return null
  }
}

export default messageRoutes
