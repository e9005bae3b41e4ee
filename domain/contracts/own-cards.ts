import * as v from 'valibot'
import { defaultLocale } from '../locale.ts'
import { maxSideLength } from '../study/card-table.ts'
import { requestBody } from './bodies.ts'
import { count, locale, localizedText, time } from './fields.ts'
import { cardFigure } from './study.ts'

// Cards that readers write, and questions that they keep.

const side = v.pipe(
  v.string('front and back must be texts'),
  v.trim(),
  v.minLength(1, 'front and back must not be empty'),
  v.maxLength(maxSideLength, `front and back are at most ${maxSideLength} letters`),
)

export const ownCardId = v.pipe(v.string(), v.regex(/^own-[0-9a-f]{32}$/))

export const newCardsRequest = requestBody({
  locale: v.optional(locale, defaultLocale),
  cards: v.pipe(
    v.array(v.object({ front: side, back: side }), 'cards must be a list'),
    v.maxLength(500, 'cards are at most 500'),
  ),
})

export const writtenCard = v.object({
  id: ownCardId,
  locale,
  front: v.string(),
  back: v.string(),
})

/** `left`: how many more cards the caller may have. */
export const writtenCards = v.object({
  data: v.array(writtenCard),
  meta: v.object({ left: count }),
})

export const addedCards = v.object({ added: count, known: count, left: count })

/** The letters of a note. */
export const maxNoteLength = 1000

export const bookmarkRequest = requestBody({
  attempt: v.pipe(v.string(), v.uuid('attempt must be an id')),
  question: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'question must be an id')),
})

export const noteRequest = requestBody({
  note: v.pipe(
    v.string('note must be a text'),
    v.trim(),
    v.maxLength(maxNoteLength, `note is at most ${maxNoteLength} letters`),
  ),
})

/** A question that the caller keeps, with its key. */
export const bookmark = v.object({
  question: v.string(),
  note: v.string(),
  createdAt: time,
  locale,
  stem: v.string(),
  options: v.array(v.string()),
  figure: v.nullable(cardFigure),
  accepted: v.array(count),
  explanation: v.nullable(localizedText),
  testTitle: v.string(),
})
