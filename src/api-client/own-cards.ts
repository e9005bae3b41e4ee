import * as v from 'valibot'
import { count } from '../../domain/contracts/fields.ts'
import { addedCards, bookmark, writtenCards } from '../../domain/contracts/own-cards.ts'
import type { Locale } from '../../domain/locale.ts'
import type { Result } from '../../domain/result.ts'
import type { CardSides } from '../../domain/study/card-table.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { dataOf, strapiQuery } from './strapi.ts'

const cardsPath = '/api/user-own-cards'
const bookmarksPath = '/api/user-bookmarks'

/** The most of one request of the product API: cards, and their bytes. */
const maxCardsPerRequest = 500
const maxBytesPerRequest = 200_000

export type AddedCards = v.InferOutput<typeof addedCards>
export type Bookmark = v.InferOutput<typeof bookmark>

/** The cards that the reader wrote, and how many more there may be. */
export const writtenCardsOf = (api: ApiClient) => api.call('GET', cardsPath, writtenCards)

/** Adds cards, each once; those beyond the limit are left out. Cost: a request for 500 cards or
 *  200 KB. */
export async function addCards(
  api: ApiClient,
  cards: readonly CardSides[],
  locale: Locale,
): Promise<Result<AddedCards, ApiError>> {
  let sum: AddedCards = { added: 0, known: 0, left: 0 }
  for (const batch of batchesOf(cards)) {
    const body = { cards: batch, locale }
    const answer = await api.call('POST', cardsPath, dataOf(addedCards), { body })
    if (!answer.ok) return answer
    const { added, known, left } = answer.value
    sum = { added: sum.added + added, known: sum.known + known, left }
  }
  return { ok: true, value: sum }
}

/** One batch at least. */
function batchesOf(cards: readonly CardSides[]): CardSides[][] {
  const encoder = new TextEncoder()
  let batch: CardSides[] = []
  let bytes = 0
  const batches = [batch]
  for (const card of cards) {
    const size = encoder.encode(JSON.stringify(card)).length + 1
    if (batch.length === maxCardsPerRequest || (batch[0] && bytes + size > maxBytesPerRequest)) {
      batch = []
      bytes = 0
      batches.push(batch)
    }
    batch.push(card)
    bytes += size
  }
  return batches
}

export const deleteCard = (api: ApiClient, id: string) =>
  api.call('DELETE', `${cardsPath}/${encodeURIComponent(id)}`, anyAnswer)

const bookmarkList = v.object({ data: v.array(bookmark), meta: v.object({ total: count }) })

/** The questions that the reader keeps, the latest first, 50 from `offset` on. */
export const bookmarksOf = (api: ApiClient, offset: number, locale: Locale) =>
  api.call('GET', `${bookmarksPath}${strapiQuery({ offset, locale })}`, bookmarkList)

/** Keeps a question of a submitted attempt. Errors: http-error 404 for any other. */
export const addBookmark = (api: ApiClient, attempt: string, question: string) =>
  api.call('POST', bookmarksPath, anyAnswer, { body: { attempt, question } })

const bookmarkPath = (question: string) => `${bookmarksPath}/${encodeURIComponent(question)}`

export const writeNote = (api: ApiClient, question: string, note: string) =>
  api.call('PUT', bookmarkPath(question), anyAnswer, { body: { note } })

export const removeBookmark = (api: ApiClient, question: string) =>
  api.call('DELETE', bookmarkPath(question), anyAnswer)
