import * as v from 'valibot'
import { searchResults } from '../../domain/contracts/search.ts'
import type { Locale } from '../../domain/locale.ts'
import { textWithoutMarkup } from '../../domain/markup.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { SearchResult } from '../../domain/search-result.ts'
import type { ApiClient } from './client.ts'
import { isNotOffered, type ApiError } from './errors.ts'
import { pagesMatchingTitle } from './pages.ts'
import { papersMatchingTitle } from './papers.ts'
import { strapiQuery } from './strapi.ts'

const resultList = v.pipe(
  searchResults,
  v.transform(({ data }): SearchResult[] =>
    data.map(({ category, title, excerpt, ...result }) => ({
      ...result,
      title: textWithoutMarkup(title),
      excerpt: textWithoutMarkup(excerpt),
      exam: category,
    })),
  ),
)

/** Everything that matches the text, best match first. For a product API without search, the titles
 *  of papers and pages are searched instead. */
export async function searchContent(
  api: ApiClient,
  readerLocale: Locale,
  typed: string,
): Promise<Result<SearchResult[], ApiError>> {
  const found = await api.read(
    `/api/search${strapiQuery({ q: typed, locale: readerLocale })}`,
    resultList,
    { isCounted: true, isOptional: true },
  )
  const hasNoSearch = !found.ok && isNotOffered(found.error)
  return hasNoSearch ? searchTitles(api, readerLocale, typed) : found
}

async function searchTitles(
  api: ApiClient,
  readerLocale: Locale,
  typed: string,
): Promise<Result<SearchResult[], ApiError>> {
  const [papers, pages] = await Promise.all([
    papersMatchingTitle(api, readerLocale, typed),
    pagesMatchingTitle(api, readerLocale, typed),
  ])
  if (!papers.ok) return papers
  if (!pages.ok) return pages
  const nothing = { position: null, date: null, exam: null, excerpt: '' }
  return ok([
    ...papers.value.map(({ slug, locale, title, exam }) => ({
      ...nothing,
      ...{ kind: 'paper' as const, slug, locale, title, exam },
    })),
    ...pages.value.map(({ slug, locale, title, date, description }) => ({
      ...nothing,
      ...{ kind: 'page' as const, slug, locale, title, date, excerpt: description },
    })),
  ])
}
