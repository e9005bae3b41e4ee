import type { Locale } from '../model/locale.ts'
import type { Ask } from './call.ts'
import { papersMatchingTitle } from './papers.ts'
import { pagesMatchingTitle } from './pages.ts'

/** Papers and pages whose titles hold what was typed. */
export async function searchTitles(ask: Ask, reader: Locale, typed: string) {
  const [papers, pages] = await Promise.all([
    papersMatchingTitle(ask, reader, typed),
    pagesMatchingTitle(ask, reader, typed),
  ])
  if (!papers.ok) return papers
  if (!pages.ok) return pages
  return { ok: true as const, value: { papers: papers.value, pages: pages.value } }
}
