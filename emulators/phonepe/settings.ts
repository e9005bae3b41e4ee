import type { Context } from 'hono'

/** The emulator's bindings (tasks/local-emulators.ts); each has a default. */
export type PhonePeEnv = {
  Bindings: {
    PHONEPE_CLIENT_ID?: string
    PHONEPE_CLIENT_SECRET?: string
    PHONEPE_CLIENT_VERSION?: string
    PHONEPE_MERCHANT_ID?: string
    PHONEPE_WEBHOOK_USERNAME?: string
    PHONEPE_WEBHOOK_PASSWORD?: string
    PHONEPE_WEBHOOK_URL?: string
    /** The origin of the site that is registered for payments, compared with the Referer. Empty:
     *  any origin, but a Referer is required. '*': not checked. */
    PHONEPE_SITE_ORIGIN?: string
    /** 'script': a payment page opens only by checkout.js. 'redirect': only by its URL. Empty:
     *  either. */
    PHONEPE_LAUNCH?: string
  }
}

/** The merchant's account at the emulated PhonePe. */
export const merchantAccount = ({ env }: Context<PhonePeEnv>) => ({
  clientId: env.PHONEPE_CLIENT_ID ?? 'phonepe-emulator-client',
  clientSecret: env.PHONEPE_CLIENT_SECRET ?? 'phonepe-emulator-secret',
  clientVersion: env.PHONEPE_CLIENT_VERSION ?? '1',
  merchantId: env.PHONEPE_MERCHANT_ID ?? 'EMULATEDUAT',
  webhookUsername: env.PHONEPE_WEBHOOK_USERNAME ?? 'webhook_user',
  webhookPassword: env.PHONEPE_WEBHOOK_PASSWORD ?? 'Passw0rd1',
  siteOrigin: env.PHONEPE_SITE_ORIGIN ?? '',
  launch: env.PHONEPE_LAUNCH ?? '',
})
