import type { Locale } from '../model/locale.ts'
import { m } from '../paraglide/messages.js'

type Messages = typeof m
type Inputs<Key extends keyof Messages> = Parameters<Messages[Key]>[0]

/** Every sentence of the interface in one language: words.home_title(), words.questions({ count: 3 }). */
export type Words = {
  readonly [Key in keyof Messages]: keyof NonNullable<Inputs<Key>> extends never
    ? () => string
    : (inputs: Inputs<Key>) => string
}

const spoken = new Map<Locale, Words>()

export function wordsIn(locale: Locale): Words {
  let words = spoken.get(locale)
  if (!words) {
    const entries = Object.entries(m) as [string, (inputs: object, options: object) => string][]
    words = Object.fromEntries(
      entries.map(([key, message]) => [key, (inputs = {}) => message(inputs, { locale })]),
    ) as unknown as Words
    spoken.set(locale, words)
  }
  return words
}
