import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'

/** The query parameter with the sealed access of a page (session/sealed-cookie.ts). */
export const accessParameter = 'access'

/** A browser that refuses cookies brings the access to an attempt in the address, after it has
 *  started or submitted one. Returns the redirect to the address without it, for a browser that
 *  takes cookies; null: go on, with that access if there is any. */
export async function accessFromAddress(c: Context<AppEnv>, id: string): Promise<Response | null> {
  const sealed = c.req.query(accessParameter)
  if (sealed === undefined) return null
  const { reader } = c.var
  if (!reader.isIdentified) {
    await reader.useAccess(id, sealed)
    return null
  }
  const url = new URL(c.req.url)
  url.searchParams.delete(accessParameter)
  return c.redirect(c.var.page.origin + url.pathname + url.search, 303)
}
