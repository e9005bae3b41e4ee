import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { AttemptUnavailablePage } from './attempt-unavailable-page.tsx'

/** Whether an attempt belongs to somebody else, or to a guest whose cookie is gone. */
export const isNotAccessible = (error: ApiError): boolean =>
  error.kind === 'http-error' && /^40[134]$/.test(String(error.status))

/** The answer to an API error about an attempt. An attempt that is not accessible: a 404 page that
 *  says so. Every other error goes the usual way. */
export function attemptUnavailable(c: Context<AppEnv>, error: ApiError) {
  if (!isNotAccessible(error) || c.var.reader.error) return c.var.fail(error)
  c.status(404)
  if (c.var.answerFields) c.header('cache-control', 'no-store')
  return c.render(
    <AttemptUnavailablePage
      page={c.var.page}
      isMember={c.var.reader.user !== null}
      answers={c.var.answerFields}
    />,
  )
}

/** The answer to a member's form that came without a session: it is stored, and only the member may
 *  see the result. */
export const attemptReceived = (c: Context<AppEnv>) =>
  c.render(<AttemptUnavailablePage page={c.var.page} isMember={false} isReceived />)
