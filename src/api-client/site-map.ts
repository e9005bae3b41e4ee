import * as v from 'valibot'
import { ok, type Result } from '../../domain/result.ts'
import type { ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { strapiQuery } from './strapi.ts'

/** A document and when it last changed, for the sitemap. `updatedAt` is an ISO time. */
export type Stamp = { slug: string; updatedAt: string; exam: string | null; date: string | null }

const stamps = v.object({
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

/** Every paper, with its exam. Cost: one request for each hundred. */
export const paperStamps = (api: ApiClient) =>
  stampsOf(api, 'practice-tests', {
    fields: ['slug', 'updatedAt'],
    populate: { category: { fields: ['slug'] } },
  })

/** Every content page, with its day where it has one. Cost: one request for each hundred. */
export const pageStamps = (api: ApiClient) =>
  stampsOf(api, 'pages', { fields: ['slug', 'updatedAt', 'date'] })

/** Documents exist once whatever their languages; a paper is in one of these at least. */
async function stampsOf(
  api: ApiClient,
  collection: string,
  query: Parameters<typeof strapiQuery>[0],
): Promise<Result<Stamp[], ApiError>> {
  const bySlug = new Map<string, Stamp>()
  for (const locale of ['kn', 'te', 'en'])
    for (let page = 1; page <= maxPages; page++) {
      const pagination = { page, pageSize, withCount: false }
      const pageQuery = strapiQuery({ ...query, locale, sort: 'slug', pagination })
      const found = await api.read(`/api/${collection}${pageQuery}`, stamps)
      if (!found.ok) return found
      for (const { slug, updatedAt, category, date } of found.value.data)
        bySlug.set(slug, { slug, updatedAt, exam: category?.slug ?? null, date: date ?? null })
      if (found.value.data.length < pageSize) break
    }
  return ok([...bySlug.values()])
}
