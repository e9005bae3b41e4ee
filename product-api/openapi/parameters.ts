import * as v from 'valibot'
import { locale } from '../../domain/contracts/fields.ts'
import { defaultLocale } from '../../domain/locale.ts'
import type { Parameter } from './operation.ts'

// Parameters of several operations.

/** An unknown language counts as the default one. */
export const anyLocale: Parameter = {
  description: 'The language of texts; a text that lacks it is returned in another one.',
  schema: locale,
}

export const attemptId: Parameter = {
  description: 'The id of an attempt.',
  schema: v.pipe(v.string(), v.uuid()),
  isRequired: true,
}

const names = v.union([v.string(), v.array(v.string())])
const digits = v.pipe(v.string(), v.regex(/^-?\d{1,9}$/))

/** The query parameters of lists, as in Strapi 5. Nested ones are written in brackets:
 *  filters[slug][$eq]=x. Unknown parameters are ignored; unknown keys inside these get a 400. */
export const listParameters: Readonly<Record<string, Parameter>> = {
  locale: {
    description: `The language of the documents; absent: ${defaultLocale}.`,
    schema: v.string(),
  },
  sort: { description: 'field:asc or field:desc, several separated by commas.', schema: names },
  fields: { description: 'The attributes to return; absent: all.', schema: names },
  populate: {
    description: 'Relations and components to include; * for all.',
    schema: v.union([names, v.record(v.string(), v.unknown())]),
  },
  filters: {
    description: 'Operators: $eq, $in, $contains, $lte, $gte, $and, $or, $not.',
    schema: v.record(v.string(), v.unknown()),
  },
  pagination: {
    description: 'page and pageSize, or start and limit; at most 100 a page.',
    schema: v.object({
      page: v.optional(digits),
      pageSize: v.optional(digits),
      start: v.optional(digits),
      limit: v.optional(digits),
      withCount: v.optional(v.picklist(['true', 'false', '1', '0'])),
    }),
  },
}
