import type { Context } from 'hono'
import type { Call, Fault, FaultName } from './faults.ts'
import type { Webhook, WebhookEvent } from './webhook-event.ts'

/** What differs between the emulated providers. */
export type EmulatedProvider = {
  /** Its id in domain/payment-providers.ts. */
  id: string
  /** Its name on the emulator's pages. */
  title: string
  /** The faults that can be activated: `callFaults`, `webhookFaults` and those that the emulator
   *  simulates itself. */
  supportedFaults: readonly FaultName[]
  /** The calls that move money. The fault 'timeout-after-success' applies to these unless its `on`
   *  names another call. */
  moneyCalls: readonly Call[]
  /** How often a webhook is sent until it is answered with 2xx, after one, two, four … minutes, at
   *  most three hours. The next request to the emulator sends those whose time has come. */
  maxDeliveries: number
  /** Where webhooks are sent unless POST /webhooks has set another URL. */
  webhookUrl: (c: Context) => string | undefined
  /** The headers that authenticate a webhook. Those of a forged one must fail verification. */
  signatureHeaders: (
    c: Context,
    event: WebhookEvent,
    isForged: boolean,
  ) => Promise<Record<string, string>>
  /** The provider's error body for an outage. */
  outageBody: (status: number) => object
  /** Changes the amounts or currencies of a response: revivers for JSON.parse. */
  alterAnswer: Record<'amount' | 'currency', (name: string, value: unknown) => unknown>
}

/** An emulator's clock, faults and webhooks. In memory; lost with the isolate. */
export type EmulatorState = {
  readonly provider: EmulatedProvider
  clockOffsetMs: number
  webhookUrl: string | undefined
  faults: Fault[]
  /** Every webhook since the last reset, in order. */
  webhooks: Webhook[]
  queue: QueuedWebhook[]
  heldBack: QueuedWebhook[]
  sendingStartedMs: number
}

type QueuedWebhook = { webhook: Webhook; isForged: boolean }

const initialState = () => ({
  clockOffsetMs: 0,
  webhookUrl: undefined,
  faults: [],
  webhooks: [],
  queue: [],
  heldBack: [],
  sendingStartedMs: 0,
})

export const createState = (provider: EmulatedProvider): EmulatorState => ({
  provider,
  ...initialState(),
})

export const resetState = (emulator: EmulatorState) => void Object.assign(emulator, initialState())

/** The emulator's time. POST /clock advances it. */
export const nowMs = (emulator: EmulatorState) => Date.now() + emulator.clockOffsetMs
