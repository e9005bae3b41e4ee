import type { Context } from 'hono'
import { nowMs, type EmulatorState } from './state.ts'
import { takeFault } from './faults.ts'
import { randomId } from './ids.ts'

/** One event on its way to the merchant. */
export type WebhookDelivery = WebhookEvent & {
  id: string
  fate: 'waiting' | 'sent' | 'lost' | 'held' | 'no target'
  deliveries: { at: string; status: number | null; error?: string }[]
}

/** An event as the provider writes it. */
export type WebhookEvent = {
  event: string
  /** The exact text: signatures are over its bytes. */
  body: string
  /** The ids by which a fault may single it out. */
  orders: readonly (string | undefined)[]
  /** The address by which the merchant knows this emulator; a browser may know it by another. */
  origin: string
}

// The merchant must answer within 3 to 5 seconds, says PhonePe; PayPal names no time.
const maxSendingMs = 5000

/** Sends events to the merchant in the order in which they came about, after the answer to the
 *  present request is out. Faults lose, double, reorder or forge them. */
export function sendWebhooks(
  c: Context,
  emulator: EmulatorState,
  webhookEvent: readonly WebhookEvent[],
) {
  for (const one of webhookEvent) put(emulator, one)
  c.executionCtx.waitUntil(sendWaiting(c, emulator))
}

function put(emulator: EmulatorState, webhookEvent: WebhookEvent) {
  const { event, orders } = webhookEvent
  const letter: WebhookDelivery = {
    ...webhookEvent,
    id: randomId(10, 'paypal'),
    fate: 'waiting',
    deliveries: [],
  }
  emulator.letters.push(letter)
  if (takeFault(emulator, 'webhook-lost', event, orders)) {
    letter.fate = 'lost'
    return
  }
  const double = takeFault(emulator, 'webhook-duplicate', event, orders)
  const forged = takeFault(emulator, 'webhook-forged', event, orders) !== undefined
  const copies = Array.from({ length: double ? (double.times ?? 2) : 1 }, () => ({
    letter,
    forged,
  }))
  const reorder = takeFault(emulator, 'webhook-reorder', event, orders)
  if (!reorder) {
    emulator.waiting.push(...copies)
    return
  }
  letter.fate = 'held'
  emulator.held.push(...copies)
  if (reorder.next === 0) emulator.waiting.push(...emulator.held.splice(0).reverse())
}

/** One request at a time empties the queue, whoever filled it; workerd lets none wait for another's
 *  promise. One that was cut off in the middle is not waited for. */
async function sendWaiting(c: Context, emulator: EmulatorState) {
  if (Date.now() - emulator.sendingSinceMs < 2 * maxSendingMs) return
  for (let next = emulator.waiting.shift(); next; next = emulator.waiting.shift()) {
    emulator.sendingSinceMs = Date.now()
    await deliver(c, emulator, next.letter, next.forged)
  }
  emulator.sendingSinceMs = 0
}

/** Sends one letter again, or all that the merchant has never accepted. Answers how many were sent.
 * */
export async function resend(
  c: Context,
  emulator: EmulatorState,
  id: string | undefined,
): Promise<number> {
  const letters = emulator.letters.filter((letter) =>
    id
      ? letter.id === id || letter.body.includes(id)
      : !letter.deliveries.some(({ status }) => status && status < 300),
  )
  for (const letter of letters) await deliver(c, emulator, letter)
  return letters.length
}

async function deliver(
  c: Context,
  emulator: EmulatorState,
  letter: WebhookDelivery,
  forged = false,
) {
  const url = emulator.webhookUrl ?? emulator.provider.webhookUrl(c)
  if (!url || !mayCall(url)) {
    letter.fate = 'no target'
    return
  }
  letter.fate = 'sent'
  const at = new Date(nowMs(emulator)).toISOString()
  const headers = await emulator.provider.sign(c, letter, forged)
  letter.deliveries.push({ at, ...(await post(url, letter.body, headers)) })
}

async function post(url: string, body: string, headers: Record<string, string>) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      // A redirect could lead away from this machine.
      redirect: 'manual',
      signal: AbortSignal.timeout(maxSendingMs),
    })
    await answer.body?.cancel()
    return { status: answer.status }
  } catch (error) {
    // The merchant is down or slow: kept in the log of deliveries, and sent again by POST
    // /webhooks/resend.
    return { status: null, error: String(error) }
  }
}

/** Nothing but this machine is ever called. */
export const mayCall = (url: string) =>
  URL.canParse(url) && new URL(url).protocol === 'http:' && new URL(url).hostname === '127.0.0.1'
