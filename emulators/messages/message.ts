export type Message = {
  kind: 'sms' | 'mail'
  to: string
  subject: string | null
  text: string
  /** ISO 8601. */
  at: string
}

/** How the gateway is: in order, ten seconds late, or refusing everything. */
export const gatewayModes = ['ok', 'slow', 'error'] as const
export type GatewayMode = (typeof gatewayModes)[number]
