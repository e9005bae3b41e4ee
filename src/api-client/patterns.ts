import * as v from 'valibot'
import { fallbackChain, locales, type Locale } from '../../domain/locale.ts'
import { patternFactKinds, type PatternSheet } from '../../domain/pattern-sheet.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { ApiClient } from './client.ts'
import { isNotOffered, type ApiError } from './errors.ts'
import { strapiQuery } from './strapi.ts'

const fact = v.object({
  id: v.string(),
  is: v.picklist(patternFactKinds),
  value: v.string(),
  note: v.nullable(v.string()),
  source: v.string(),
  url: v.nullable(v.pipe(v.string(), v.startsWith('https://'))),
  dated: v.string(),
  isVerified: v.boolean(),
  replaces: v.nullable(v.string()),
  isCurrent: v.boolean(),
})

const sheets = v.pipe(
  v.object({
    data: v.array(
      v.object({
        slug: v.string(),
        locale: v.picklist(locales),
        title: v.string(),
        checkedOn: v.string(),
        stages: v.array(v.object({ slug: v.string(), name: v.string(), facts: v.array(fact) })),
      }),
    ),
  }),
  v.transform(({ data }): PatternSheet[] => data),
)

/** The pattern sheet of an exam; null if there is none, or if the product API has no pattern
 *  sheets. */
export const patternOfExam = (api: ApiClient, exam: string, readerLocale: Locale) =>
  firstSheet(api, { categories: { slug: { $eq: exam } } }, readerLocale)

/** A pattern sheet by its slug. */
export const patternBySlug = (api: ApiClient, slug: string, readerLocale: Locale) =>
  firstSheet(api, { slug: { $eq: slug } }, readerLocale)

async function firstSheet(
  api: ApiClient,
  filters: Parameters<typeof strapiQuery>[0],
  readerLocale: Locale,
): Promise<Result<PatternSheet | null, ApiError>> {
  for (const locale of fallbackChain(readerLocale)) {
    const query = strapiQuery({ filters, locale, pagination: { pageSize: 1, withCount: false } })
    const found = await api.read(`/api/pattern-sheets${query}`, sheets, { isOptional: true })
    // The specification has no pattern sheets, so a third-party product API refuses this.
    if (!found.ok) return isNotOffered(found.error) ? ok(null) : found
    if (found.value[0]) return ok(found.value[0])
  }
  return ok(null)
}
