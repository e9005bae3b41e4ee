import * as v from 'valibot'
import { locales } from '../../domain/locale.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { strapiQuery } from './strapi.ts'

/** When a document last changed (ISO time), for the sitemap. `exam`: of a paper; `date`: of current
 *  affairs. */
export type LastModified = {
  slug: string
  updatedAt: string
  exam: string | null
  date: string | null
}

const lastModifiedList = v.object({
  data: v.array(
    v.object({
      slug: v.string(),
      updatedAt: v.string(),
      category: v.optional(v.nullable(v.object({ slug: v.string() }))),
      date: v.optional(v.nullable(v.string())),
    }),
  ),
})
const pageSize = 100
const maxPages = 100

/** Every paper with its exam. Cost: one request per language and hundred papers. */
export const papersLastModified = (api: ApiClient) =>
  lastModifiedOf(api, 'practice-tests', {
    fields: ['slug', 'updatedAt'],
    populate: { category: { fields: ['slug'] } },
  })

/** Every content page. Cost: one request per language and hundred pages. */
export const pagesLastModified = (api: ApiClient) =>
  lastModifiedOf(api, 'pages', { fields: ['slug', 'updatedAt', 'date'] })

/** Each document once, with the latest change in any language. */
async function lastModifiedOf(
  api: ApiClient,
  collection: string,
  query: Parameters<typeof strapiQuery>[0],
): Promise<Result<LastModified[], ApiError>> {
  const bySlug = new Map<string, LastModified>()
  for (const locale of locales)
    for (let page = 1; page <= maxPages; page++) {
      const pagination = { page, pageSize, withCount: false }
      const pageQuery = strapiQuery({ ...query, locale, sort: 'slug', pagination })
      const found = await api.read(`/api/${collection}${pageQuery}`, lastModifiedList)
      if (!found.ok) return found
      for (const { slug, updatedAt, category, date } of found.value.data) {
        if (updatedAt < (bySlug.get(slug)?.updatedAt ?? '')) continue
        bySlug.set(slug, { slug, updatedAt, exam: category?.slug ?? null, date: date ?? null })
      }
      if (found.value.data.length < pageSize) break
    }
  return ok([...bySlug.values()])
}
