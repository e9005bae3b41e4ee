import type { Context } from 'hono'
import * as v from 'valibot'
import { locale } from '../domain/contracts/fields.ts'
import { defaultLocale, type Locale } from '../domain/locale.ts'
import type { ApiEnv } from './env.ts'

/** The language that ?locale= requests; the fallback if it is absent or unknown. */
export const requestedLocale = (c: Context<ApiEnv>, fallback: Locale = defaultLocale): Locale =>
  v.parse(v.fallback(locale, fallback), c.req.query('locale'))
