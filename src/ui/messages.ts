import { messagesByKey } from 'virtual:messages'
import { locales, type Locale } from '../../domain/locale.ts'

type Compiled = typeof messagesByKey
type Inputs<Key extends keyof Compiled> = Parameters<Compiled[Key][number]>[0]

/** Every sentence of the interface in one language: messages.home_title(),
 *  messages.questions({ count: 3 }). Source: locales/*.json, compiled by Paraglide. */
export type Messages = {
  readonly [Key in keyof Compiled]: keyof NonNullable<Inputs<Key>> extends never
    ? () => string
    : (inputs: Inputs<Key>) => string
}

const messagesByLocale = new Map<Locale, Messages>()

/** The messages of a language. Not Paraglide's index, which selects the language at every call and
 *  would double the size of the compiled messages. Cost: about 1,000 assignments at the first call
 *  for a language. */
export function messagesFor(locale: Locale): Messages {
  const known = messagesByLocale.get(locale)
  if (known) return known
  const index = locales.indexOf(locale)
  const functions = Object.entries(messagesByKey).map(([key, inOrder]) => [key, inOrder[index]])
  // Object.fromEntries does not know that it returns every key.
  const messages = Object.fromEntries(functions) as Messages
  messagesByLocale.set(locale, messages)
  return messages
}
