import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import type { ApiError } from '../../api-client/errors.ts'
import { StrangerPage } from './stranger-page.tsx'

/** Somebody else's attempt, or one's own under a name that this browser does not have any more. */
export function strange(c: Context<AppEnv>, error: ApiError) {
  const isStranger = error.kind === 'refused' && /^40[134]$/.test(String(error.status))
  if (!isStranger || c.var.reader.error) return explain(c, error)
  c.status(404)
  return c.render(<StrangerPage place={c.var.page} isMember={c.var.reader.user !== null} />)
}
