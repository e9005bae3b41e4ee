import * as v from 'valibot'
import { defaultLocale } from '../locale.ts'
import { jsonObject, requestBody } from './bodies.ts'
import { locale, time } from './fields.ts'

// What readers and their browsers send to the operators.

const line = (maxLength: number) => v.pipe(v.string(), v.trim(), v.maxLength(maxLength))

export const feedbackRequest = requestBody({
  data: v.strictObject({
    name: v.optional(line(100), ''),
    contact: v.optional(line(200), ''),
    message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4000)),
    url: v.optional(line(500), ''),
    locale: v.optional(locale, defaultLocale),
  }),
})

/** A crash that a reader saw: the specification's logJson and logTime. */
export const frontEndLogRequest = v.strictObject({
  logJson: v.union([jsonObject, line(16_000)]),
  logTime: time,
})

/** A page that could not be shown, or a link that failed. `userId`: what the browser claimed. */
export const nextRouteRequest = requestBody({
  data: v.strictObject({
    jsonData: v.object({ message: line(2000) }),
    type: line(100),
    url: line(2000),
    userId: v.optional(v.nullable(v.union([v.number(), line(100)])), null),
  }),
})

/** What was kept, as Strapi answers a create. */
export const storedMessage = v.object({ id: v.number(), documentId: v.string(), createdAt: time })
