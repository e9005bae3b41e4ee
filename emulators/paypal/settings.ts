import type { Context } from 'hono'

/** What the worker may be given (wrangler.toml [vars]); every one has a value to start with. */
export type PayPal = {
  Bindings: {
    PAYPAL_CLIENT_ID?: string
    PAYPAL_CLIENT_SECRET?: string
    PAYPAL_WEBHOOK_ID?: string
    PAYPAL_WEBHOOK_URL?: string
  }
}

/** The account that the merchant has with this PayPal. */
export const accountOf = (c: Context<PayPal>) => ({
  clientId: c.env.PAYPAL_CLIENT_ID ?? 'paypal-emulator-client',
  clientSecret: c.env.PAYPAL_CLIENT_SECRET ?? 'paypal-emulator-secret',
  webhookId: c.env.PAYPAL_WEBHOOK_ID ?? 'EMULATOR-WEBHOOK-1',
})

/** Its own address as the caller knows it: links, certificate and pages must be reachable from
 *  there. */
export const originOf = (c: Context) => new URL(c.req.url).origin
