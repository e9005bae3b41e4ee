import { publishDueDays } from './affairs/publication.ts'
import { runNightlyExport } from './content-copies/nightly-export.ts'
import { desk } from './desk.ts'
import type { DeskEnv } from './desk-env.ts'
import { makeDueChanges } from './plans/make-changes.ts'
import { publishDuePapers } from './papers/publication.ts'
import { applyPendingRulings } from '../product-api/scoring/pending-rulings.ts'

export default {
  fetch: desk.fetch,
  /** The cron trigger, every minute (wrangler.toml). */
  scheduled: (_moment, env, context) => {
    const now = new Date()
    context.waitUntil(publishDueDays(env.DB, now))
    context.waitUntil(publishDuePapers(env.DB, now))
    context.waitUntil(makeDueChanges(env.DB, now))
    context.waitUntil(applyPendingRulings(env.DB, now))
    context.waitUntil(runNightlyExport(env.DB, env.CONTENT_BUCKET, now))
  },
} satisfies ExportedHandler<DeskEnv['Bindings']>
