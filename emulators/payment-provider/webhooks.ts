import type { Context, MiddlewareHandler } from 'hono'
import { withDeadline } from '../../http/deadline.ts'
import { nowMs, type EmulatorState } from './state.ts'
import { takeFault } from './active-faults.ts'
import { randomId } from './ids.ts'
import type { Webhook, WebhookEvent } from './webhook-event.ts'

// PhonePe's documentation gives the merchant 3 to 5 seconds to answer. PayPal's gives no limit.
const maxSendingMs = 5000

/** Sends events to the merchant in order, in `waitUntil`. Faults drop, duplicate, reorder or forge
 *  them. */
export function sendWebhooks(c: Context, emulator: EmulatorState, events: readonly WebhookEvent[]) {
  for (const event of events) enqueue(emulator, event)
  c.executionCtx.waitUntil(sendQueued(c, emulator))
}

function enqueue(emulator: EmulatorState, webhookEvent: WebhookEvent) {
  const { event, orders } = webhookEvent
  const webhook: Webhook = {
    ...webhookEvent,
    id: randomId(10, 'paypal'),
    state: 'queued',
    deliveries: [],
  }
  emulator.webhooks.push(webhook)
  if (takeFault(emulator, 'webhook-lost', event, orders)) {
    webhook.state = 'lost'
    return
  }
  const duplicate = takeFault(emulator, 'webhook-duplicate', event, orders)
  const isForged = takeFault(emulator, 'webhook-forged', event, orders) !== undefined
  const copies = Array.from({ length: duplicate ? (duplicate.times ?? 2) : 1 }, () => ({
    webhook,
    isForged,
  }))
  const reorder = takeFault(emulator, 'webhook-reorder', event, orders)
  if (!reorder) {
    emulator.queue.push(...copies)
    return
  }
  webhook.state = 'held back'
  emulator.heldBack.push(...copies)
  if (reorder.next === 0) emulator.queue.push(...emulator.heldBack.splice(0).reverse())
}

/** Only one request at a time empties the queue, because workerd does not let a request wait for
 *  another's promise. A request that was cancelled while sending blocks the queue for 10 s. */
async function sendQueued(c: Context, emulator: EmulatorState) {
  if (Date.now() - emulator.sendingStartedMs < 2 * maxSendingMs) return
  for (let next = emulator.queue.shift(); next; next = emulator.queue.shift()) {
    emulator.sendingStartedMs = Date.now()
    await deliver(c, emulator, next.webhook, next.isForged)
  }
  emulator.sendingStartedMs = 0
}

/** Sends webhooks again: those with the id, or without an id all that the merchant has not
 *  accepted. Returns their number. */
export async function resendWebhooks(
  c: Context,
  emulator: EmulatorState,
  id: string | undefined,
): Promise<number> {
  const webhooks = emulator.webhooks.filter((webhook) =>
    id
      ? webhook.id === id || webhook.body.includes(id)
      : !webhook.deliveries.some(({ status }) => status && status < 300),
  )
  for (const webhook of webhooks) await deliver(c, emulator, webhook)
  return webhooks.length
}

async function deliver(c: Context, emulator: EmulatorState, webhook: Webhook, isForged = false) {
  const url = emulator.webhookUrl ?? emulator.provider.webhookUrl(c)
  if (!url || !isLocalUrl(url)) {
    webhook.state = 'no target'
    return
  }
  webhook.state = 'sent'
  const at = new Date(nowMs(emulator)).toISOString()
  const headers = await emulator.provider.signatureHeaders(c, webhook, isForged)
  const delivery = { at, ...(await post(url, webhook.body, headers)) }
  webhook.deliveries.push(delivery)
  const isAccepted = delivery.status !== null && delivery.status >= 200 && delivery.status < 300
  const tries = webhook.deliveries.length
  webhook.retryAtMs =
    isAccepted || tries >= emulator.provider.maxDeliveries
      ? undefined
      : nowMs(emulator) + Math.min(maxRetryAfterMs, 60_000 * 2 ** (tries - 1))
}

/** 25 deliveries take about three days. */
const maxRetryAfterMs = 3 * 3_600_000

/** Sends the webhooks again whose last delivery failed and whose time has come. */
export async function retryDueWebhooks(c: Context, emulator: EmulatorState) {
  for (const webhook of emulator.webhooks)
    if (isDue(emulator, webhook)) {
      // Another request may look for due ones while this one is sent.
      webhook.retryAtMs = undefined
      await deliver(c, emulator, webhook)
    }
}

const isDue = (emulator: EmulatorState, { retryAtMs }: Webhook) =>
  retryAtMs !== undefined && retryAtMs <= nowMs(emulator)

/** Middleware: each request to the emulator also sends the webhooks again that are due, in
 *  `waitUntil`, because a Worker has no timer of its own. */
export const withRetries =
  (emulator: EmulatorState): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (emulator.webhooks.some((webhook) => isDue(emulator, webhook)))
      c.executionCtx.waitUntil(retryDueWebhooks(c, emulator))
  }

export async function post(url: string, body: string, headers: Record<string, string>) {
  try {
    const answer = await withDeadline(maxSendingMs, (signal) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        // A redirect could lead to another machine.
        redirect: 'manual',
        signal,
      }),
    )
    await answer.body?.cancel()
    return { status: answer.status }
  } catch (error) {
    // The merchant is down or slow: recorded in `deliveries`; POST /webhooks/resend sends again.
    return { status: null, error: String(error) }
  }
}

/** Whether a URL is on this machine. Emulators call no other. */
export const isLocalUrl = (url: string) =>
  URL.canParse(url) && new URL(url).protocol === 'http:' && new URL(url).hostname === '127.0.0.1'
