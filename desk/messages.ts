import type { Locale } from '../domain/locale.ts'
import { numberText } from '../domain/number-text.ts'

export type MessageKey = Exclude<keyof typeof import('../locales/desk/en.json'), '$schema'>

/** A sentence of the desk: text('affairs_day', { day: '26 November' }). Numbers are grouped as
 *  India writes them (1,23,456); what is no amount or count, such as an account's number, is given
 *  as a string. */
export type DeskMessages = (
  key: MessageKey,
  values?: Readonly<Record<string, string | number>>,
) => string

const files = import.meta.glob<Record<string, string>>('../locales/desk/*.json', {
  eager: true,
  import: 'default',
})

/** The sentences of the desk in one language. Source: locales/desk/*.json, which the site does not
 *  contain. Errors: throws where a placeholder has no value. */
export const deskMessages = (locale: Locale): DeskMessages => {
  const messages = files[`../locales/desk/${locale}.json`] ?? {}
  return (key, values = {}) => {
    const text = messages[key]
    if (text === undefined) throw new Error(`locales/desk/${locale}.json lacks ${key}`)
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`the message ${key} needs ${name}`)
      return typeof value === 'number' ? numberText(value) : value
    })
  }
}
