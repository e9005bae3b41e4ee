import type { Context } from 'hono'

/** The emulator's bindings (tasks/local-emulators.ts); each has a default. */
export type PayPalEnv = {
  Bindings: {
    PAYPAL_CLIENT_ID?: string
    PAYPAL_CLIENT_SECRET?: string
    PAYPAL_WEBHOOK_ID?: string
    PAYPAL_WEBHOOK_URL?: string
  }
}

/** The merchant's account at the emulated PayPal. */
export const merchantAccount = (c: Context<PayPalEnv>) => ({
  clientId: c.env.PAYPAL_CLIENT_ID ?? 'paypal-emulator-client',
  clientSecret: c.env.PAYPAL_CLIENT_SECRET ?? 'paypal-emulator-secret',
  webhookId: c.env.PAYPAL_WEBHOOK_ID ?? 'EMULATOR-WEBHOOK-1',
})

/** The emulator's origin as the caller addressed it, for links that the caller can open. */
export const originOf = (c: Context) => new URL(c.req.url).origin
