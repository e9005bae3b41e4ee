import type { Context } from 'hono'
import { localizedPath } from '../addresses/address.ts'
import type { AppEnv } from '../app-env.ts'

/** The query parameter of a result with the id of the form that was submitted. */
export const sentParameter = 'sent'

/** Redirects to a page of an attempt. Where it is not known whether the browser takes the guest's
 *  cookie, the address carries the access to this attempt; the page removes it from the address of
 *  a browser that does. `query`: '?…' or ''. Cost for a new guest: one more redirect. */
export async function redirectToAttempt(
  c: Context<AppEnv>,
  path: string,
  attempt: { id: string; carryKey: string },
  query = '',
): Promise<Response> {
  const { page, reader } = c.var
  const sealed = reader.isNewGuest ? await reader.sealAccess(attempt) : null
  const search = new URLSearchParams(query)
  if (sealed !== null) search.set('access', sealed)
  const text = sealed === null ? query : `?${search}`
  return c.redirect(page.origin + localizedPath(path, page.locale) + text, 303)
}
