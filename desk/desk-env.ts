import type { Context } from 'hono'
import type { ContentBucket } from '../authoring/publishing/content-bucket.ts'
import type { Locale } from '../domain/locale.ts'
import type { Database } from '../product-api/database.ts'
import type { Operator } from './operators/operators.ts'
import type { DeskMessages } from './messages.ts'
import type { SettingBindings } from './settings.ts'

/** Hono's environment of the desk. `operator`: who is signed in; null on pages without a role. */
export type DeskEnv = {
  /** CONTENT_BUCKET: where the content is exported to each night; absent, it is not. */
  Bindings: { DB: Database; CONTENT_BUCKET?: ContentBucket } & SettingBindings
  Variables: {
    locale: Locale
    text: DeskMessages
    operator: Operator | null
    /** What every form of this session carries; '' without a session. */
    formToken: string
    now: Date
  }
}

export type DeskContext = Context<DeskEnv>

/** The signed-in operator, for handlers of routes that require a role. */
export function operatorOf(c: DeskContext): Operator {
  const operator = c.get('operator')
  if (!operator) throw new Error('a route that requires a role ran without an operator')
  return operator
}
