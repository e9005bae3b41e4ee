import type { Context } from 'hono'

/** What the worker may be given (wrangler.toml [vars]); every one has a value to start with. */
export type PhonePe = {
  Bindings: {
    PHONEPE_CLIENT_ID?: string
    PHONEPE_CLIENT_SECRET?: string
    PHONEPE_CLIENT_VERSION?: string
    PHONEPE_MERCHANT_ID?: string
    PHONEPE_WEBHOOK_USERNAME?: string
    PHONEPE_WEBHOOK_PASSWORD?: string
    PHONEPE_WEBHOOK_URL?: string
    /** The one origin that payments may start from; empty: any, but some; '*': not looked at. */
    PHONEPE_SITE_ORIGIN?: string
  }
}

/** The account that the merchant has with this PhonePe. */
export const accountOf = ({ env }: Context<PhonePe>) => ({
  clientId: env.PHONEPE_CLIENT_ID ?? 'phonepe-emulator-client',
  clientSecret: env.PHONEPE_CLIENT_SECRET ?? 'phonepe-emulator-secret',
  clientVersion: env.PHONEPE_CLIENT_VERSION ?? '1',
  merchantId: env.PHONEPE_MERCHANT_ID ?? 'EMULATEDUAT',
  webhookUsername: env.PHONEPE_WEBHOOK_USERNAME ?? 'webhook_user',
  webhookPassword: env.PHONEPE_WEBHOOK_PASSWORD ?? 'Passw0rd1',
  siteOrigin: env.PHONEPE_SITE_ORIGIN ?? '',
})
