import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import { exponentOf } from './money.ts'

// What settings are made of. An empty setting counts as one that is not set.

export const text = v.optional(v.pipe(v.string(), v.trim()), '')

export const textOr = (fallback: string) =>
  v.pipe(
    text,
    v.transform((value) => value || fallback),
  )

/** Words between spaces or commas. */
export const words = (fallback = '') =>
  v.pipe(
    textOr(fallback),
    v.transform((value) => value.split(/[\s,]+/).filter((word) => word !== '')),
  )

export const address = (fallback: string) =>
  v.pipe(
    textOr(fallback),
    v.check((value) => URL.canParse(value), 'is no address such as https://example.org'),
    v.transform((value) => value.replace(/\/+$/, '')),
  )

export const wholeNumber = (fallback: number, min: number, max: number) =>
  v.pipe(
    textOr(String(fallback)),
    v.check((value) => /^\d{1,9}$/.test(value), 'is no whole number'),
    v.transform(Number),
    v.check((value) => value >= min && value <= max, `is not from ${min} to ${max}`),
  )

export const oneOf = <const Choice extends string>(fallback: Choice, ...others: Choice[]) =>
  v.pipe(
    textOr(fallback),
    v.picklist([fallback, ...others], `is none of ${[fallback, ...others].join(', ')}`),
  )

/** The ages of an order, in seconds, at which its provider is asked about it. */
export const agesInSeconds = (fallback: string) =>
  v.pipe(
    words(fallback),
    v.check((all) => all.every((one) => /^\d{1,7}$/.test(one)), 'has what is no number of seconds'),
    v.transform((all) => all.map(Number).sort((one, other) => one - other)),
  )

export const currency = (fallback: string) =>
  v.pipe(
    textOr(fallback),
    v.check(
      (value) => exponentOf(value) !== undefined,
      'is no currency that we know the decimals of',
    ),
  )

/** Reads some settings of an environment. Errors: one sentence for each setting that is wrong. */
export function parseSettings<Entries extends v.ObjectEntries>(
  entries: Entries,
  env: object,
): Result<v.InferOutput<v.ObjectSchema<Entries, undefined>>, string[]> {
  const parsed = v.safeParse(v.object(entries), env)
  return parsed.success
    ? ok(parsed.output)
    : failed(parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`))
}
