import type { Context } from 'hono'

/** What the worker may be given (wrangler.toml [vars]); each has a value to start with. */
export type GoogleEnv = { Bindings: { GOOGLE_CLIENT_ID?: string; GOOGLE_CLIENT_SECRET?: string } }

/** The one site that this Google knows. */
export const clientOf = (c: Context<GoogleEnv>) => ({
  id: c.env.GOOGLE_CLIENT_ID ?? 'google-emulator-client',
  secret: c.env.GOOGLE_CLIENT_SECRET ?? 'google-emulator-secret',
})
