import { recordOfLocales, type Locale } from '../../domain/locale.ts'
import type * as compiled from '../paraglide/messages/en.js'

type Compiled = typeof compiled
type Inputs<Key extends keyof Compiled> = Parameters<Compiled[Key]>[0]

/** Every sentence of the interface in one language: messages.home_title(),
 *  messages.questions({ count: 3 }). Source: locales/*.json, compiled by Paraglide. */
export type Messages = {
  readonly [Key in keyof Compiled]: keyof NonNullable<Inputs<Key>> extends never
    ? () => string
    : (inputs: Inputs<Key>) => string
}

// One module per language, imported directly: Paraglide's own index, which chooses the language at
// every call, would be half of the compiled messages.
const modules = import.meta.glob<Messages>('../paraglide/messages/[a-z]*.js', { eager: true })

const messagesByLocale = recordOfLocales((locale) => {
  const messages = modules[`../paraglide/messages/${locale}.js`]
  if (!messages) throw new Error(`locales/${locale}.json is missing`)
  return messages
})

export const messagesFor = (locale: Locale): Messages => messagesByLocale[locale]
