import { publishDueDays } from './affairs/publication.ts'
import { desk } from './desk.ts'
import type { DeskEnv } from './desk-env.ts'

export default {
  fetch: desk.fetch,
  /** The cron trigger, every minute (wrangler.toml). */
  scheduled: (_moment, env, context) => {
    context.waitUntil(publishDueDays(env.DB, new Date()))
  },
} satisfies ExportedHandler<DeskEnv['Bindings']>
