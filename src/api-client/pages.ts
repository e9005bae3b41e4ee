import * as v from 'valibot'
import type { ContentPage, ContentPageSummary } from '../../domain/content-page.ts'
import { fallbackChain, type Locale } from '../../domain/locale.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { strapiQuery } from './strapi.ts'

const summaryEntries = {
  slug: v.string(),
  locale: v.picklist(['kn', 'en', 'te']),
  title: v.string(),
  description: v.string(),
  date: v.nullable(v.string()),
  updatedAt: v.string(),
}

/** The sanitiser is loaded with the first rich text: a Worker that has just started does not wait
 *  for it. */
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

/** A content page in the reader's language, else in the next of its fallbacks. null: there is
 *  none. */
export async function pageBySlug(
  api: ApiClient,
  slug: string,
  reader: Locale,
): Promise<Result<ContentPage | null, ApiError>> {
  const pages = await firstFound(api, reader, await pageList(), {
    filters: { slug: { $eq: slug } },
    pagination: { pageSize: 1, withCount: false },
  })
  return pages.ok ? ok(pages.value[0] ?? null) : pages
}

/** The newest days of current affairs up to `today` (2026-11-21), the latest first. Later days are
 *  written in advance, and not shown. */
export const latestAffairs = (api: ApiClient, reader: Locale, today: string, maxEntries: number) =>
  firstFound(api, reader, summaryList, {
    filters: { kind: { $eq: 'current-affairs' }, date: { $lte: today } },
    fields: Object.keys(summaryEntries),
    sort: 'date:desc',
    pagination: { pageSize: maxEntries, withCount: false },
  })

/** The current affairs of one day (2026-11-21). */
export async function affairsByDate(api: ApiClient, reader: Locale, date: string) {
  return firstFound(api, reader, await pageList(), {
    filters: { kind: { $eq: 'current-affairs' }, date: { $eq: date } },
    pagination: { pageSize: 20, withCount: false },
  })
}

/** Pages whose title contains the text. */
export const pagesMatchingTitle = (api: ApiClient, reader: Locale, typed: string) =>
  firstFound(api, reader, summaryList, {
    filters: { title: { $contains: typed } },
    fields: Object.keys(summaryEntries),
    pagination: { pageSize: 50, withCount: false },
  })

async function firstFound<Found>(
  api: ApiClient,
  reader: Locale,
  schema: v.GenericSchema<unknown, Found[]>,
  query: Parameters<typeof strapiQuery>[0],
): Promise<Result<Found[], ApiError>> {
  for (const locale of fallbackChain(reader)) {
    const found = await api.read(`/api/pages${strapiQuery({ ...query, locale })}`, schema)
    if (!found.ok || found.value.length > 0) return found
  }
  return ok([])
}
