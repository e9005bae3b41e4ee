import type { Locale } from '../../../domain/locale.ts'
import type { HallWords } from './sentences.ts'

const files: Record<Locale, () => Promise<{ default: HallWords }>> = {
  kn: () => import('virtual:hall-words/kn'),
  en: () => import('virtual:hall-words/en'),
  te: () => import('virtual:hall-words/te'),
}

const againAfterMs = 2000

/** The hall's words in a language. Waits as long as it takes: until then the page works as a form. */
export async function hallWords(locale: Locale): Promise<HallWords> {
  for (;;) {
    const file = await files[locale]().catch(() => null)
    if (file) return file.default
    await new Promise((again) => setTimeout(again, againAfterMs))
  }
}

/** 'Question {number}', { number: 4 } -> 'Question 4'. */
export const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
