import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import type { CodeSent } from '../../api-client/sign-in.ts'
import { localizedPath } from '../../addresses/address.ts'
import { findCodeRequest, storeCodeRequest } from '../../session/code-request.ts'

export const codePath = '/login/code'

/** Redirects to the page that asks for the code; null where nothing can be sealed for it. */
export async function redirectToCodePage(
  c: Context<AppEnv>,
  request: { phone: string; callbackPath: string },
  { resendAfterSeconds, expiresInSeconds }: CodeSent,
): Promise<Response | null> {
  const { config, page } = c.var
  const isStored = await storeCodeRequest(c, config, {
    ...request,
    minutes: Math.round(expiresInSeconds / 60),
    resendAtMs: Date.now() + resendAfterSeconds * 1000,
  })
  return isStored ? c.redirect(page.origin + localizedPath(codePath, page.locale), 303) : null
}

/** The code that this browser asked for, and how long it still has to wait for another; null:
 *  none. */
export async function pendingCode({ var: { config, reader } }: Context<AppEnv>) {
  const request = await findCodeRequest(reader, config)
  if (!request) return null
  const { phone, callbackPath, minutes, resendAtMs } = request
  const resendAfterSeconds = Math.max(0, Math.ceil((resendAtMs - Date.now()) / 1000))
  return { phone, callbackPath, sent: { resendAfterSeconds, expiresInSeconds: minutes * 60 } }
}

/** The language switch of a page that answers a form leads to the page that can be opened, with
 *  these parameters. */
export function setPageAddress(
  c: Context<AppEnv>,
  path: string,
  parameters: Record<string, string> = {},
) {
  const query = new URLSearchParams(parameters)
  c.set('page', { ...c.var.page, path, query: query.size === 0 ? '' : `?${query}` })
}
