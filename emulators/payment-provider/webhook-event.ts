/** An event in the provider's format. */
export type WebhookEvent = {
  event: string
  /** Sent exactly so, because signatures are computed over its bytes. */
  body: string
  /** The ids by which a fault's `order` can select this event. */
  orders: readonly (string | undefined)[]
  /** The origin at which the merchant calls this emulator; a browser may use another. */
  origin: string
}

/** An event and its deliveries to the merchant. */
export type Webhook = WebhookEvent & {
  id: string
  state: 'queued' | 'sent' | 'lost' | 'held back' | 'no target'
  /** When it is sent again, because the last delivery failed. */
  retryAtMs?: number | undefined
  deliveries: { at: string; status: number | null; error?: string }[]
}
