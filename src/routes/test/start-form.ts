import * as v from 'valibot'
import {
  skinOf,
  skins,
  languageChoices,
  type Attempt,
  type Skin,
} from '../../../domain/attempt/attempt.ts'
import { fallbackChain, isLocale, type Locale } from '../../../domain/locale.ts'
import type { Paper } from '../../../domain/paper.ts'
import { findExam } from '../../exams.ts'

/** The choices of the start form. `beside`: show the authoritative language beside the chosen one.
 *  */
export type StartChoices = {
  mode: 'exam' | 'practice'
  language: Locale
  beside: boolean
  skin: Skin
  extraTime: boolean
}

const checkbox = v.pipe(
  v.optional(v.string(), ''),
  v.transform((value) => value === 'yes'),
)

/** Parses the start form. A missing or invalid field gets its default for this paper. */
export function parseStartForm(typed: Record<string, string>, paper: Paper, readerLocale: Locale) {
  const defaults = defaultChoices(paper, readerLocale)
  const form = v.object({
    mode: v.fallback(v.picklist(['exam', 'practice']), defaults.mode),
    language: v.fallback(
      v.pipe(
        v.custom<Locale>(isLocale),
        v.check((language) => paper.languages.includes(language)),
      ),
      defaults.language,
    ),
    beside: checkbox,
    skin: v.fallback(v.picklist(skins), defaults.skin),
    extraTime: checkbox,
    declared: checkbox,
    useFreeTest: checkbox,
    /** Starts a new attempt although one is running. */
    restart: checkbox,
    /** From the exam's page, without the instructions: practice only. */
    quick: checkbox,
  })
  const { declared, useFreeTest, restart, quick, ...choices } = v.parse(form, typed)
  // The declaration is about the examination.
  const isReady = declared || (quick && choices.mode === 'practice')
  return { choices, declared: isReady, useFreeTest, restart }
}

export function defaultChoices(paper: Paper, readerLocale: Locale): StartChoices {
  const language =
    fallbackChain(readerLocale).find((locale) => paper.languages.includes(locale)) ?? paper.locale
  return {
    mode: 'exam',
    language,
    beside: false,
    skin: skinOf(findExam(paper.exam)),
    extraTime: false,
  }
}

/** The query of the exam hall: the choices that differ from the defaults. */
export function hallQuery({ language, beside, skin }: StartChoices, paper: Paper): string {
  const shown = beside
    ? languageChoices(paper.languages, language).find((choice) => choice.includes(' '))
    : undefined
  const query = new URLSearchParams({
    ...(shown !== undefined && { shows: shown }),
    ...(skin !== skinOf(findExam(paper.exam)) && { skin }),
  }).toString()
  return query === '' ? '' : `?${query}`
}

/** A second start within this time is a double tap on the start button. */
const sameStartMs = 10_000

export const isSameStart = (attempt: Attempt, mode: StartChoices['mode']) =>
  attempt.mode === mode && Date.parse(attempt.now) - Date.parse(attempt.startedAt) < sameStartMs
