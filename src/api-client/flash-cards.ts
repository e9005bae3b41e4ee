import * as v from 'valibot'
import type { FlashCard, Tag } from '../../domain/study/flash-card.ts'
import { authoritativeLocale, fallbackChain, locales, type Locale } from '../../domain/locale.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { knownTags } from './known-content.ts'
import { idEntries, idOf, strapiQuery } from './strapi.ts'

const cardList = v.pipe(
  v.object({
    data: v.array(
      v.object({
        ...idEntries,
        locale: v.picklist(locales),
        front: v.string(),
        back: v.string(),
        tags: v.optional(v.array(v.object({ slug: v.string() })), []),
      }),
    ),
  }),
  v.transform(({ data }) =>
    data.map(({ id, documentId, tags, ...card }): FlashCard => ({
      ...card,
      id: idOf({ id, documentId }),
      tags: tags.map(({ slug }) => slug),
    })),
  ),
)

const tagList = v.pipe(
  v.object({ data: v.array(v.object({ slug: v.string(), name: v.string() })) }),
  v.transform(({ data }): Tag[] => data),
)

/** The cards of a tag, or the first hundred of all tags; in the first language of the reader's
 *  fallback chain that has any. */
export async function cardsByTag(
  api: ApiClient,
  readerLocale: Locale,
  tag: string | null,
): Promise<Result<FlashCard[], ApiError>> {
  for (const locale of fallbackChain(readerLocale)) {
    const query = strapiQuery({
      ...(tag !== null && { filters: { tags: { slug: { $eq: tag } } } }),
      locale,
      populate: { tags: { fields: ['slug'] } },
      pagination: { pageSize: 100, withCount: false },
    })
    const found = await api.read(`/api/flash-cards${query}`, cardList)
    if (!found.ok || found.value.length > 0) return found
  }
  return ok([])
}

const tagsOfCards = v.object({
  data: v.array(v.object({ tags: v.optional(v.array(v.object({ slug: v.string() })), []) })),
})
const cardsPerPage = 100
const maxPages = 20

/** The slugs of tags that have a card in the reader's or the authoritative language. Cost: a
 *  look-up in the index of content; with a backend that has none, one request per language and
 *  hundred cards, answered from copies. */
export async function tagsWithCards(
  api: ApiClient,
  readerLocale: Locale,
): Promise<Result<Set<string>, ApiError>> {
  const known = await knownTags(api, readerLocale)
  if (known) return ok(known)
  const found = new Set<string>()
  for (const locale of new Set([readerLocale, authoritativeLocale]))
    for (let page = 1; page <= maxPages; page++) {
      const query = strapiQuery({
        fields: ['locale'],
        locale,
        populate: { tags: { fields: ['slug'] } },
        pagination: { page, pageSize: cardsPerPage, withCount: false },
      })
      const cards = await api.read(`/api/flash-cards${query}`, tagsOfCards)
      if (!cards.ok) return cards
      for (const { tags } of cards.value.data) for (const { slug } of tags) found.add(slug)
      if (cards.value.data.length < cardsPerPage) break
    }
  return ok(found)
}

export const cardTags = (api: ApiClient, readerLocale: Locale) => {
  const query = strapiQuery({
    locale: readerLocale,
    fields: ['slug', 'name'],
    pagination: { pageSize: 100, withCount: false },
  })
  return api.read(`/api/tags${query}`, tagList)
}
