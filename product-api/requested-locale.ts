import type { Context } from 'hono'
import * as v from 'valibot'
import { locale } from '../domain/contracts/fields.ts'
import { defaultLocale, type Locale } from '../domain/locale.ts'

/** The language that ?locale= requests; the fallback if it is absent or unknown. */
export const requestedLocale = (
  c: Pick<Context, 'req'>,
  fallback: Locale = defaultLocale,
): Locale => v.parse(v.fallback(locale, fallback), c.req.query('locale'))
