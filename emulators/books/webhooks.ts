import type { Context } from 'hono'
import { nowMs, type Desk } from './desk.ts'
import { take } from './faults.ts'
import { randomId } from './ids.ts'

/** One event on its way to the merchant. */
export type Letter = News & {
  id: string
  fate: 'waiting' | 'sent' | 'lost' | 'held' | 'no target'
  deliveries: { at: string; status: number | null; error?: string }[]
}

/** An event as the provider writes it. */
export type News = {
  event: string
  /** The exact text: signatures are over its bytes. */
  body: string
  /** The ids by which a fault may single it out. */
  orders: readonly (string | undefined)[]
  /** The address by which the shop knows this emulator; a browser may know it by another. */
  origin: string
}

// The merchant must answer within 3 to 5 seconds, says PhonePe; PayPal names no time.
const patienceMs = 5000

/** Sends events to the merchant in the order in which they came about, after the answer to the present request is
 *  out. Faults lose, double, reorder or forge them. */
export function announce(c: Context, desk: Desk, news: readonly News[]) {
  for (const one of news) put(desk, one)
  c.executionCtx.waitUntil(sendWaiting(c, desk))
}

function put(desk: Desk, news: News) {
  const { event, orders } = news
  const letter: Letter = { ...news, id: randomId(10, 'paypal'), fate: 'waiting', deliveries: [] }
  desk.letters.push(letter)
  if (take(desk, 'webhook-lost', event, orders)) {
    letter.fate = 'lost'
    return
  }
  const double = take(desk, 'webhook-duplicate', event, orders)
  const forged = take(desk, 'webhook-forged', event, orders) !== undefined
  const copies = Array.from({ length: double ? (double.times ?? 2) : 1 }, () => ({
    letter,
    forged,
  }))
  const reorder = take(desk, 'webhook-reorder', event, orders)
  if (!reorder) {
    desk.waiting.push(...copies)
    return
  }
  letter.fate = 'held'
  desk.held.push(...copies)
  if (reorder.next === 0) desk.waiting.push(...desk.held.splice(0).reverse())
}

/** One request at a time empties the queue, whoever filled it; workerd lets none wait for another's promise. One that
 *  was cut off in the middle is not waited for. */
async function sendWaiting(c: Context, desk: Desk) {
  if (Date.now() - desk.sendingSinceMs < 2 * patienceMs) return
  for (let next = desk.waiting.shift(); next; next = desk.waiting.shift()) {
    desk.sendingSinceMs = Date.now()
    await deliver(c, desk, next.letter, next.forged)
  }
  desk.sendingSinceMs = 0
}

/** Sends one letter again, or all that the merchant has never accepted. Answers how many were sent. */
export async function resend(c: Context, desk: Desk, id: string | undefined): Promise<number> {
  const letters = desk.letters.filter((letter) =>
    id
      ? letter.id === id || letter.body.includes(id)
      : !letter.deliveries.some(({ status }) => status && status < 300),
  )
  for (const letter of letters) await deliver(c, desk, letter)
  return letters.length
}

async function deliver(c: Context, desk: Desk, letter: Letter, forged = false) {
  const url = desk.webhookUrl ?? desk.provider.webhookUrl(c)
  if (!url || !mayCall(url)) {
    letter.fate = 'no target'
    return
  }
  letter.fate = 'sent'
  const at = new Date(nowMs(desk)).toISOString()
  const headers = await desk.provider.sign(c, letter, forged)
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
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.body?.cancel()
    return { status: answer.status }
  } catch (error) {
    // The merchant is down or slow: kept in the log of deliveries, and sent again by POST /webhooks/resend.
    return { status: null, error: String(error) }
  }
}

/** Nothing but this machine is ever called. */
export const mayCall = (url: string) =>
  URL.canParse(url) && new URL(url).protocol === 'http:' && new URL(url).hostname === '127.0.0.1'
