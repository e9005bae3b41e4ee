import type { Context } from 'hono'

/** The emulator's bindings (tasks/local-emulators.ts); each has a default. */
export type GoogleEnv = { Bindings: { GOOGLE_CLIENT_ID?: string; GOOGLE_CLIENT_SECRET?: string } }

/** The one OAuth client that the emulator accepts. */
export const clientOf = (c: Context<GoogleEnv>) => ({
  id: c.env.GOOGLE_CLIENT_ID ?? 'google-emulator-client',
  secret: c.env.GOOGLE_CLIENT_SECRET ?? 'google-emulator-secret',
})
