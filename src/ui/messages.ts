import { messages } from 'virtual:messages'
import type { Locale } from '../../domain/locale.ts'

type Compiled = (typeof messages)[Locale]
type Inputs<Key extends keyof Compiled> = Parameters<Compiled[Key]>[0]

/** Every sentence of the interface in one language: messages.home_title(),
 *  messages.questions({ count: 3 }). Source: locales/*.json, compiled by Paraglide. */
export type Messages = {
  readonly [Key in keyof Compiled]: keyof NonNullable<Inputs<Key>> extends never
    ? () => string
    : (inputs: Inputs<Key>) => string
}

/** The messages of a language. Not Paraglide's index, which selects the language at every call and
 *  would double the size of the compiled messages. */
export const messagesFor = (locale: Locale): Messages => messages[locale]
