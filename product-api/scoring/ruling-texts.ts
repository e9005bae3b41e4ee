import * as v from 'valibot'
import { bestLocaleOf, type Localized } from '../../domain/attempt/attempt-result.ts'
import { inLanguages } from '../../domain/contracts/fields.ts'
import type { Locale } from '../../domain/locale.ts'

/** A column with what is said to readers about a ruling or a report: JSON by language. */
export const rulingTexts = v.pipe(v.string(), v.parseJson(), inLanguages(v.string()))

/** The text in the reader's language; a text that was written before that language was added is
 *  given in the next best one. */
export function rulingTextFor(texts: Localized<string>, reader: Locale): string {
  const locale = bestLocaleOf(texts, reader)
  return (locale && texts[locale]) ?? ''
}
