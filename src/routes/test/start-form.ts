import * as v from 'valibot'
import { skinOf, skins, waysToShow, type Attempt, type Skin } from '../../../domain/attempt/attempt.ts'
import { fallbackChain, isLocale, type Locale } from '../../../domain/locale.ts'
import type { Paper } from '../../../domain/paper.ts'

/** How a reader wants to sit a paper. */
export type StartChoices = {
  mode: 'exam' | 'practice'
  language: Locale
  beside: boolean
  skin: Skin
  extraTime: boolean
}

const isTicked = v.pipe(
  v.optional(v.string(), ''),
  v.transform((value) => value === 'yes'),
)

/** What the form of the instructions says; whatever it leaves out, or says wrongly, is the paper's usual. */
export function startFormOf(typed: Record<string, string>, paper: Paper, reader: Locale) {
  const usual = usualChoices(paper, reader)
  const form = v.object({
    mode: v.fallback(v.picklist(['exam', 'practice']), usual.mode),
    language: v.fallback(
      v.pipe(
        v.custom<Locale>(isLocale),
        v.check((language) => paper.languages.includes(language)),
      ),
      usual.language,
    ),
    beside: isTicked,
    skin: v.fallback(v.picklist(skins), usual.skin),
    extraTime: isTicked,
    declared: isTicked,
    useFreeTest: isTicked,
    /** Begins anew although one is running. */
    anew: isTicked,
  })
  const { declared, useFreeTest, anew, ...choices } = v.parse(form, typed)
  return { choices, declared, useFreeTest, anew }
}

export function usualChoices(paper: Paper, reader: Locale): StartChoices {
  const language =
    fallbackChain(reader).find((locale) => paper.languages.includes(locale)) ?? paper.locale
  return { mode: 'exam', language, beside: false, skin: skinOf(paper.exam), extraTime: false }
}

/** How the hall of an attempt is to be opened: what differs from the usual, as a query. */
export function viewQuery({ language, beside, skin }: StartChoices, paper: Paper): string {
  const shown = beside
    ? waysToShow(paper.languages, language).find((way) => way.includes(' '))
    : undefined
  const query = new URLSearchParams({
    ...(shown !== undefined && { shows: shown }),
    ...(skin !== skinOf(paper.exam) && { skin }),
  }).toString()
  return query === '' ? '' : `?${query}`
}

/** Two taps on one button are one start: what began so shortly ago is the same. */
const sameStartMs = 10_000

export const isSameStart = (attempt: Attempt, mode: StartChoices['mode']) =>
  attempt.mode === mode && Date.parse(attempt.now) - Date.parse(attempt.startedAt) < sameStartMs
