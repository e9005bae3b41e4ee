import type { Context } from 'hono'
import { nowMs, type Desk } from './desk.ts'
import { take, type Fault } from './faults.ts'
import { randomId } from './ids.ts'

/** One event on its way to the merchant. */
export type Letter = {
  id: string
  event: string
  /** The exact bytes: signatures are over these. */
  body: string
  fate: 'sent' | 'lost' | 'held' | 'no target'
  deliveries: { at: string; status: number | null; error?: string }[]
}

/** An event before it is put into a letter; `orders` are the ids by which a fault may single it out. */
export type News = { event: string; body: string; orders: readonly (string | undefined)[] }

// The merchant must answer within 3 to 5 seconds, says PhonePe; PayPal names no time.
const patienceMs = 5000

/** Sends events to the merchant, one after the other, after the answer to the present request is out.
 *  Faults lose, double, reorder or forge them. */
export function announce(c: Context, desk: Desk, news: readonly News[]) {
  c.executionCtx.waitUntil(
    (async () => {
      for (const one of news) await send(c, desk, one)
    })(),
  )
}

async function send(c: Context, desk: Desk, { event, body, orders }: News) {
  const letter: Letter = {
    id: randomId(10, 'paypal'),
    event,
    body,
    fate: 'sent',
    deliveries: [],
  }
  desk.letters.push(letter)
  if (take(desk, 'webhook-lost', event, orders)) {
    letter.fate = 'lost'
    return
  }
  const reorder = take(desk, 'webhook-reorder', event, orders)
  if (reorder) return hold(c, desk, letter, reorder)
  const double = take(desk, 'webhook-duplicate', event, orders)
  const forged = take(desk, 'webhook-forged', event, orders) !== undefined
  for (let sent = 0; sent < (double ? (double.times ?? 2) : 1); sent += 1)
    await deliver(c, desk, letter, forged)
}

async function hold(c: Context, desk: Desk, letter: Letter, fault: Fault) {
  letter.fate = 'held'
  desk.held.push(letter)
  if (fault.next > 0) return
  for (const held of desk.held.splice(0).reverse()) await deliver(c, desk, held)
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
  const headers = await desk.provider.sign(c, letter.body, forged)
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
