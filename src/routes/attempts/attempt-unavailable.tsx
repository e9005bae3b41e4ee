import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { AttemptUnavailablePage } from './attempt-unavailable-page.tsx'

/** The response to an API error about an attempt. 401, 403 and 404 mean that it belongs to somebody
 *  else, or to a guest whose cookie was deleted: a 404 page that explains it. All other errors are
 *  passed to `c.var.fail`. */
export function attemptUnavailable(c: Context<AppEnv>, error: ApiError) {
  const isNotAccessible = error.kind === 'http-error' && /^40[134]$/.test(String(error.status))
  if (!isNotAccessible || c.var.reader.error) return c.var.fail(error)
  c.status(404)
  return c.render(
    <AttemptUnavailablePage page={c.var.page} isMember={c.var.reader.user !== null} />,
  )
}
