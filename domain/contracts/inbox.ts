import * as v from 'valibot'
import { defaultLocale } from '../locale.ts'
import { jsonObject, requestBody } from './bodies.ts'
import { locale, time, userSource } from './fields.ts'

// Feedback and error reports for the operators.

const line = (maxLength: number) => v.pipe(v.string(), v.trim(), v.maxLength(maxLength))

export const feedbackRequest = requestBody({
  data: v.strictObject({
    name: v.optional(line(100), ''),
    contact: v.optional(line(200), ''),
    message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4000)),
    url: v.optional(line(500), ''),
    locale: v.optional(locale, defaultLocale),
    user_source: userSource,
  }),
})

/** A script error in a reader's browser. */
export const frontEndLogRequest = v.strictObject({
  logJson: v.union([jsonObject, line(16_000)]),
  logTime: time,
})

/** A page that failed to load, or a broken link. `userId`: from the browser, not verified. */
export const nextRouteRequest = requestBody({
  data: v.strictObject({
    jsonData: v.object({ message: line(2000) }),
    type: line(100),
    url: line(2000),
    userId: v.optional(v.nullable(v.union([v.number(), line(100)])), null),
    user_source: userSource,
  }),
})

/** The stored row, as Strapi answers a create. */
export const storedMessage = v.object({ id: v.number(), documentId: v.string(), createdAt: time })

const cspReport = v.strictObject({
  directive: v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/)),
  /** An origin, or a word such as 'inline'. */
  blocked: v.pipe(v.string(), v.regex(/^[\w:./*-]{1,100}$/)),
  /** A path, with '…' for ids. */
  page: v.pipe(v.string(), v.regex(/^\/[^?#\s]{0,99}$/)),
})
export type CspReport = v.InferOutput<typeof cspReport>

/** Violations of the Content-Security-Policy that the site has cleaned. */
export const cspReportsRequest = requestBody({
  reports: v.pipe(v.array(cspReport), v.minLength(1), v.maxLength(10)),
})
