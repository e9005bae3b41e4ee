import * as v from 'valibot'
import { marksPattern } from '../attempt/marks.ts'
import { locales } from '../locale.ts'
import { cleanTrafficSource } from '../traffic-source.ts'

// Schemas of fields that occur in several requests and answers.

export const locale = v.picklist(locales, `locale must be one of: ${locales.join(', ')}`)

/** An instant: '2026-11-21T05:00:00.000Z'. */
export const time = v.pipe(v.string(), v.isoTimestamp())

/** A day in India: '2026-11-21'. */
export const day = v.pipe(v.string(), v.isoDate())

export const slug = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,100}$/))

/** 0 or a positive integer: a count, an index of an option. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Marks as an exact fraction: '285/4', '-1/3', '80'. */
export const marks = v.pipe(v.string(), v.regex(marksPattern))

/** ISO 4217: 'INR'. */
export const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))

/** A whole number of minor units of a currency. */
export const amountMinor = v.pipe(v.number(), v.safeInteger())

/** One value for each language that it exists in. */
export const inLanguages = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.object(v.entriesFromList(locales, v.optional(schema)))

/** A text and the language that it is in. */
export const localizedText = v.object({ locale, text: v.string() })

/** The campaign by which somebody came; '' for none. It is cleaned, never refused. */
export const userSource = v.optional(
  v.pipe(v.string('user_source must be a string'), v.transform(cleanTrafficSource)),
  '',
)
