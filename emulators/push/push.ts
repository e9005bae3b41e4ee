import { Hono, type Context } from 'hono'
import { decodeBase64Url } from 'hono/utils/encode'
import { decode, verify } from 'hono/jwt'
import * as v from 'valibot'
import { decryptMessage, newDevice, type Device } from './device.ts'

/** How the push service answers: 'ok', or with the status. */
const answers = ['ok', '404', '410', '413', '429', '500', '503', 'redirect'] as const
type Answer = (typeof answers)[number]

type Received = {
  device: string
  /** Decrypted JSON. */
  message: unknown
  bytes: number
  ttl: number
  topic: string | null
  urgency: string | null
}
type Subscription = Device & { vapidKey: string }

const maxDevices = 500
const maxBytes = 4096

/** In memory; lost with the isolate. */
const devices = new Map<string, Subscription>()
let received: Received[] = []
let sentToApp: unknown[] = []
let answer: { mode: Answer; retryAfter: number | null } = { mode: 'ok', retryAfter: null }

/** Stands in for browsers' push services (RFC 8030, RFC 8291, RFC 8292), and for the devices that
 *  subscribe there: it checks what the site sends, decrypts it and lists it. Below /app, for the
 *  gateway that hands messages to FCM. */
export const pushService = new Hono()

const subscribeRequest = v.object({ vapidKey: v.string() })

/** A device subscribes: the subscription that its browser would give. */
pushService.post('/devices', async (c) => {
  const request = v.safeParse(subscribeRequest, await c.req.json().catch(() => null))
  if (!request.success) return c.json({ error: '"vapidKey" is the site’s public key' }, 400)
  const id = crypto.randomUUID()
  const device = await newDevice()
  if (devices.size >= maxDevices) devices.clear()
  devices.set(id, { ...device, vapidKey: request.output.vapidKey })
  const endpoint = c.req.url.replace(/\/devices$/, `/send/${id}`)
  const { p256dh, auth } = device
  return c.json({ endpoint, expirationTime: null, keys: { p256dh, auth } }, 201)
})

/** What the device with this endpoint received, decrypted, the newest last; without it, all. */
pushService.get('/messages.json', (c) => {
  const endpoint = c.req.query('endpoint')
  return c.json(received.filter(({ device }) => !endpoint || endpoint.endsWith(`/${device}`)))
})
pushService.delete('/messages.json', (c) => {
  received = []
  sentToApp = []
  return c.json([])
})

pushService.post('/faults', async (c) => {
  const fault = v.object({
    mode: v.picklist(answers),
    retryAfter: v.optional(v.nullable(v.number()), null),
  })
  const chosen = v.safeParse(fault, await c.req.json().catch(() => null))
  if (!chosen.success) return c.json({ error: `"mode" is one of ${answers.join(', ')}` }, 400)
  answer = chosen.output
  return c.json(answer)
})

/** RFC 8030, section 5. */
pushService.post('/send/:id', async (c) => {
  const fault = faultAnswer()
  if (fault) return fault
  const id = c.req.param('id')
  const device = devices.get(id)
  if (!device) return c.text('No such subscription', 404)
  const body = await c.req.arrayBuffer()
  const problem = await problemWith(c, device, body)
  if (problem) return c.text(problem.because, problem.status)
  try {
    const message: unknown = JSON.parse(await decryptMessage(device, body))
    received.push({
      ...{ device: id, message, bytes: body.byteLength, ttl: Number(c.req.header('ttl')) },
      topic: c.req.header('topic') ?? null,
      urgency: c.req.header('urgency') ?? null,
    })
  } catch (error) {
    // A real service passes on what it cannot read; the device would drop it.
    return c.text(`The device cannot read it: ${String(error)}`, 400)
  }
  return c.body(null, 201, { location: `${c.req.url}/messages/${received.length}` })
})

pushService.post('/app', async (c) => {
  const fault = faultAnswer()
  if (fault) return fault
  if (c.req.header('authorization') !== 'Bearer push-emulator-token')
    return c.json({ error: 'Wrong token' }, 401)
  sentToApp.push(await c.req.json())
  return c.body(null, 202)
})
pushService.get('/app/messages.json', (c) => c.json(sentToApp))

function faultAnswer(): Response | null {
  const { mode, retryAfter } = answer
  if (mode === 'ok') return null
  if (mode === 'redirect')
    return new Response(null, { status: 307, headers: { location: 'http://127.0.0.1:1/' } })
  const headers = new Headers()
  if (retryAfter !== null) headers.set('retry-after', String(retryAfter))
  return new Response('set by a test', { status: Number(mode), headers })
}

type Problem = { status: 400 | 401 | 403 | 413 | 415; because: string }

/** What push services refuse. */
async function problemWith(
  c: Context,
  { vapidKey }: Subscription,
  body: ArrayBuffer,
): Promise<Problem | null> {
  if (!/^\d{1,10}$/.test(c.req.header('ttl') ?? '')) return { status: 400, because: 'no TTL' }
  if (!/^[\w-]{0,32}$/.test(c.req.header('topic') ?? ''))
    return { status: 400, because: 'Topic has more than 32 characters of base64url' }
  if (c.req.header('content-encoding') !== 'aes128gcm')
    return { status: 415, because: 'not aes128gcm' }
  if (body.byteLength > maxBytes) return { status: 413, because: 'more than 4,096 bytes' }
  return vapidProblem(c, vapidKey)
}

/** RFC 8292: the token is signed by the key of the subscription, for this service, for a day at
 *  most. */
async function vapidProblem(c: Context, vapidKey: string): Promise<Problem | null> {
  const header = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(c.req.header('authorization') ?? '')
  const [, token = '', key = ''] = header ?? []
  if (!header) return { status: 401, because: 'no vapid authorization' }
  if (key !== vapidKey) return { status: 403, because: 'not the key of this subscription' }
  const point = decodeBase64Url(key)
  const coordinate = (from: number) =>
    btoa(String.fromCharCode(...point.slice(from, from + 32)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
  try {
    await verify(token, jwk, { alg: 'ES256', iat: false })
  } catch (error) {
    return { status: 403, because: `the token is not valid: ${String(error)}` }
  }
  const claims = v.safeParse(
    v.object({ aud: v.string(), exp: v.number(), sub: v.string() }),
    decode(token).payload,
  )
  if (!claims.success) return { status: 403, because: 'aud, exp or sub is missing' }
  const { aud, exp, sub } = claims.output
  // Services are reached by https; this one is below http on a developer's machine.
  if (aud !== `https://${new URL(c.req.url).host}`)
    return { status: 403, because: `the token is for ${aud}` }
  if (exp > Date.now() / 1000 + 86_400) return { status: 403, because: 'exp is more than a day' }
  return /^(mailto:|https:)/.test(sub) ? null : { status: 403, because: 'sub names nobody' }
}
