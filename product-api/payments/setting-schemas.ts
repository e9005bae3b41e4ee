import * as v from 'valibot'
import { failed, ok, type Result } from '../../domain/result.ts'
import { exponentOf } from './money.ts'

// Schemas of settings. An empty setting counts as absent.

export const textSetting = v.optional(v.pipe(v.string(), v.trim()), '')

export const textSettingOr = (fallback: string) =>
  v.pipe(
    textSetting,
    v.transform((value) => value || fallback),
  )

/** A list, separated by spaces or commas. */
export const wordsSetting = (fallback = '') =>
  v.pipe(
    textSettingOr(fallback),
    v.transform((value) => value.split(/[\s,]+/).filter((word) => word !== '')),
  )

export const urlSetting = (fallback: string) =>
  v.pipe(
    textSettingOr(fallback),
    v.check((value) => URL.canParse(value), 'is not a URL such as https://example.org'),
    v.transform((value) => value.replace(/\/+$/, '')),
  )

export const integerSetting = (fallback: number, min: number, max: number) =>
  v.pipe(
    textSettingOr(String(fallback)),
    v.check((value) => /^\d{1,9}$/.test(value), 'is not a whole number'),
    v.transform(Number),
    v.check((value) => value >= min && value <= max, `is not from ${min} to ${max}`),
  )

export const choiceSetting = <const Choice extends string>(fallback: Choice, ...others: Choice[]) =>
  v.pipe(
    textSettingOr(fallback),
    v.picklist([fallback, ...others], `is not one of ${[fallback, ...others].join(', ')}`),
  )

/** The ages of an order, in seconds, at which its clock asks its provider about it. */
export const agesSetting = (fallback: string) =>
  v.pipe(
    wordsSetting(fallback),
    v.check(
      (all) => all.every((one) => /^\d{1,7}$/.test(one)),
      'is not a list of numbers of seconds',
    ),
    v.transform((all) => all.map(Number).sort((one, other) => one - other)),
  )

export const currencySetting = (fallback: string) =>
  v.pipe(
    textSettingOr(fallback),
    v.check((value) => exponentOf(value) !== undefined, 'is not a currency that payments support'),
  )

/** Parses some settings of an environment. Errors: one sentence for each invalid setting. */
export function parseSettings<Entries extends v.ObjectEntries>(
  entries: Entries,
  env: object,
): Result<v.InferOutput<v.ObjectSchema<Entries, undefined>>, string[]> {
  const parsed = v.safeParse(v.object(entries), env)
  return parsed.success
    ? ok(parsed.output)
    : failed(parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`))
}
