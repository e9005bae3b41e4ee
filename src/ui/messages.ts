import { messagesByKey } from 'virtual:messages'
import { locales, type Locale } from '../../domain/locale.ts'
import { numberText } from '../../domain/number-text.ts'

type Compiled = typeof messagesByKey
type Inputs<Key extends keyof Compiled> = Parameters<Compiled[Key][number]>[0]

/** Every sentence of the interface in one language: messages.home_title(), messages.questions({
 *  count: 3 }). Numbers are grouped by lakh; a year is given as a text. Source: locales/*.json,
 *  compiled by Paraglide. */
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
  const functions = Object.entries(messagesByKey).map(([key, inOrder]) => [
    key,
    withGroupedNumbers(inOrder[index] as (inputs?: MessageInputs) => string),
  ])
  // Object.fromEntries does not know that it returns every key.
  const messages = Object.fromEntries(functions) as Messages
  messagesByLocale.set(locale, messages)
  return messages
}

type MessageInputs = Record<string, unknown>

/** A message whose numbers from 1,000 are shown in groups. Cost: one look at each input. */
const withGroupedNumbers =
  (message: (inputs?: MessageInputs) => string) =>
  (inputs?: MessageInputs): string => {
    for (const name in inputs) {
      const value = inputs[name]
      if (typeof value === 'number' && value >= 1000) return message(grouped(inputs))
    }
    return message(inputs)
  }

const grouped = (inputs: MessageInputs): MessageInputs =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      typeof value === 'number' ? numberText(value) : value,
    ]),
  )
