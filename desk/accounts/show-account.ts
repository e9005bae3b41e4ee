import type { DeskContext } from '../desk-env.ts'
import { messagePage } from '../ui/message-page.tsx'
import { accountPage, type Shown } from './account-pages.tsx'
import { accountById } from './find-account.ts'

/** The page of an account; 404 where there is none. */
export async function showAccount(c: DeskContext, id: number, shown: Shown): Promise<Response> {
  const found = await accountById(c.env.DB, id)
  return found ? accountPage(c, found, shown) : messagePage(c, 404, 'not_found')
}
