import * as v from 'valibot'
import type { ContentPage, ContentPageSummary } from '../../domain/content-page.ts'
import { fallbackChain, locales, type Locale } from '../../domain/locale.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { strapiQuery } from './strapi.ts'

const summaryEntries = {
  slug: v.string(),
  locale: v.picklist(locales),
  title: v.string(),
  description: v.nullish(v.string(), ''),
  date: v.nullable(v.string()),
  updatedAt: v.string(),
}

/** The HTML sanitiser is imported on first use, because it would slow down every cold start. */
async function pageList() {
  const { safeHtml } = await import('./rich-text.ts')
  return v.pipe(
    v.object({
      data: v.array(
        v.object({
          ...summaryEntries,
          body: v.pipe(v.string(), v.transform(safeHtml)),
          source: v.string(),
          checkedOn: v.string(),
        }),
      ),
    }),
    v.transform(({ data }): ContentPage[] => data),
  )
}

const summaryList = v.pipe(
  v.object({ data: v.array(v.object(summaryEntries)) }),
  v.transform(({ data }): ContentPageSummary[] => data),
)

/** A content page in the first language of the reader's fallback chain that has it, or null. */
export async function pageBySlug(
  api: ApiClient,
  slug: string,
  readerLocale: Locale,
): Promise<Result<ContentPage | null, ApiError>> {
  const pages = await firstFound(api, readerLocale, await pageList(), {
    filters: { slug: { $eq: slug } },
    pagination: { pageSize: 1, withCount: false },
  })
  return pages.ok ? ok(pages.value[0] ?? null) : pages
}

/** Current affairs up to `today` ('2026-11-21'), newest first. Entries with a later date exist in
 *  the product API, but are not published yet. */
export const latestAffairs = (
  api: ApiClient,
  readerLocale: Locale,
  today: string,
  maxEntries: number,
) =>
  firstFound(api, readerLocale, summaryList, {
    filters: { kind: { $eq: 'current-affairs' }, date: { $lte: today } },
    fields: Object.keys(summaryEntries),
    sort: 'date:desc',
    pagination: { pageSize: maxEntries, withCount: false },
  })

/** The current affairs of one day ('2026-11-21'). */
export async function affairsByDate(api: ApiClient, readerLocale: Locale, date: string) {
  return firstFound(api, readerLocale, await pageList(), {
    filters: { kind: { $eq: 'current-affairs' }, date: { $eq: date } },
    pagination: { pageSize: 20, withCount: false },
  })
}

/** Pages whose title contains the text. */
export const pagesMatchingTitle = (api: ApiClient, readerLocale: Locale, typed: string) =>
  firstFound(api, readerLocale, summaryList, {
    filters: { title: { $contains: typed } },
    fields: Object.keys(summaryEntries),
    pagination: { pageSize: 50, withCount: false },
  })

async function firstFound<Found>(
  api: ApiClient,
  readerLocale: Locale,
  schema: v.GenericSchema<unknown, Found[]>,
  query: Parameters<typeof strapiQuery>[0],
): Promise<Result<Found[], ApiError>> {
  for (const locale of fallbackChain(readerLocale)) {
    const found = await api.read(`/api/pages${strapiQuery({ ...query, locale })}`, schema)
    if (!found.ok || found.value.length > 0) return found
  }
  return ok([])
}
