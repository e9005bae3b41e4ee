import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import {
  consentCookie,
  consentMaxAgeSec,
  formatConsent,
  parseConsent,
  type BrowserConsent,
} from '../../domain/privacy.ts'
import type { Reader } from './reader.ts'

/** What was decided in this browser; null: nothing yet. */
export const browserConsentOf = (reader: Reader): BrowserConsent | null =>
  parseConsent(reader.cookie(consentCookie))

/** Stores the decision where the page's script reads it. null: it is asked again. */
export const writeBrowserConsent = (c: Context, consent: BrowserConsent | null) =>
  setCookie(c, consentCookie, consent === null ? '' : formatConsent(consent), {
    path: '/',
    secure: true,
    sameSite: 'Lax',
    maxAge: consent === null ? 0 : consentMaxAgeSec,
  })
