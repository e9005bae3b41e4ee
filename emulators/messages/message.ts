export type Message = {
  kind: 'sms' | 'mail'
  to: string
  subject: string | null
  text: string
  /** ISO 8601. */
  at: string
}

/** How the gateway responds: normally, after ten seconds, or always with an error. */
export const gatewayModes = ['ok', 'slow', 'error'] as const
export type GatewayMode = (typeof gatewayModes)[number]
