import type { Context } from 'hono'
import type { Call, Fault } from './faults.ts'
import type { Letter, News } from './webhooks.ts'

/** What differs between the providers where they share their bookkeeping. */
export type Provider = {
  title: 'PayPal' | 'PhonePe'
  /** The calls that a lost answer hurts most: 'timeout-after-success' means these unless told otherwise. */
  movesMoney: readonly Call[]
  /** Where webhooks go unless POST /webhooks named another place. */
  webhookUrl: (c: Context) => string | undefined
  /** The headers that prove a webhook; forged ones must not convince anybody. */
  sign: (c: Context, news: News, forged: boolean) => Promise<Record<string, string>>
  /** The provider's own words for an outage. */
  outage: (status: number) => object
  /** Changes one value of an answer, as JSON.parse's second argument does. */
  misquote: Record<'amount' | 'currency', (name: string, value: unknown) => unknown>
}

/** The part of an emulator that is not money: its clock, its faults and its outgoing post. Lives as long as the isolate. */
export type Desk = {
  readonly provider: Provider
  aheadMs: number
  webhookUrl: string | undefined
  faults: Fault[]
  /** Every event there was, in order. */
  letters: Letter[]
  waiting: Copy[]
  held: Copy[]
  sendingSinceMs: number
}

type Copy = { letter: Letter; forged: boolean }

const empty = () => ({
  ...{ aheadMs: 0, webhookUrl: undefined, faults: [] },
  ...{ letters: [], waiting: [], held: [], sendingSinceMs: 0 },
})

export const openDesk = (provider: Provider): Desk => ({ provider, ...empty() })

export const clearDesk = (desk: Desk) => void Object.assign(desk, empty())

/** Now, as far as this emulator is concerned: POST /clock lets hours pass at once. */
export const nowMs = (desk: Desk) => Date.now() + desk.aheadMs
