import type { Context } from 'hono'
import type { Call, Fault } from './faults.ts'
import type { WebhookDelivery, WebhookEvent } from './webhooks.ts'

/** What differs between the emulated providers. */
export type Provider = {
  title: 'PayPal' | 'PhonePe'
  /** The calls that a lost answer hurts most: 'timeout-after-success' means these unless told
   *  otherwise. */
  movesMoney: readonly Call[]
  /** Where webhooks go unless POST /webhooks named another place. */
  webhookUrl: (c: Context) => string | undefined
  /** The headers that prove a webhook; forged ones must not convince anybody. */
  sign: (c: Context, webhookEvent: WebhookEvent, forged: boolean) => Promise<Record<string, string>>
  /** The provider's error body for an outage. */
  outage: (status: number) => object
  /** Changes one value of an answer, as JSON.parse's second argument does. */
  alterAnswer: Record<'amount' | 'currency', (name: string, value: unknown) => unknown>
}

/** The part of an emulator that is not money: its clock, its faults and its outgoing post. Lives as
 *  long as the isolate. */
export type EmulatorState = {
  readonly provider: Provider
  aheadMs: number
  webhookUrl: string | undefined
  faults: Fault[]
  /** Every event there was, in order. */
  letters: WebhookDelivery[]
  waiting: Copy[]
  held: Copy[]
  sendingSinceMs: number
}

type Copy = { letter: WebhookDelivery; forged: boolean }

const empty = () => ({
  ...{ aheadMs: 0, webhookUrl: undefined, faults: [] },
  ...{ letters: [], waiting: [], held: [], sendingSinceMs: 0 },
})

export const createState = (provider: Provider): EmulatorState => ({ provider, ...empty() })

export const resetState = (emulator: EmulatorState) => void Object.assign(emulator, empty())

/** Now, as far as this emulator is concerned: POST /clock lets hours pass at once. */
export const nowMs = (emulator: EmulatorState) => Date.now() + emulator.aheadMs
