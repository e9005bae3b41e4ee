import type { Locale } from '../../domain/locale.ts'
import * as en from '../paraglide/messages/en.js'
import * as kn from '../paraglide/messages/kn.js'
import * as te from '../paraglide/messages/te.js'

type Messages = typeof en
type Inputs<Key extends keyof Messages> = Parameters<Messages[Key]>[0]

/** Every sentence of the interface in one language: words.home_title(), words.questions({ count: 3 }). */
export type Words = {
  readonly [Key in keyof Messages]: keyof NonNullable<Inputs<Key>> extends never
    ? () => string
    : (inputs: Inputs<Key>) => string
}

// The language modules themselves: what chooses among them at every message would be half of the compiled messages.
const spoken = { kn, en, te } as unknown as Readonly<Record<Locale, Words>>

export const wordsIn = (locale: Locale): Words => spoken[locale]
