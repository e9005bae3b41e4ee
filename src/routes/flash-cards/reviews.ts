import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { jsonAnswer, jsonBody, forwardToApi, unreachable } from '../../respond/forward-to-api.ts'
import { reviewsPath } from '../../api-client/study.ts'

/** The review log as a browser's script speaks of it. */
export const reviews = new Hono<AppEnv>()

const longestBody = 131_072
const address = '/flash-cards/reviews'

/** What arrived after an entry; nothing for a visitor under whose name nothing is kept. */
reviews.get(address, (c) => {
  if (!c.var.reader.isNamed) {
    const now = new Date().toISOString()
    return jsonAnswer({ data: { reviews: [], next: 0, isAll: true, exam: null, now } })
  }
  const after = new URLSearchParams({ after: c.req.query('after') ?? '0' })
  return forwardToApi(c, `${reviewsPath}?${after}`, null)
})

/** Reviews to be kept. A visitor gets a name with the first. */
reviews.post(address, async (c) => {
  const body = await jsonBody(c, longestBody)
  if (body instanceof Response) return body
  const named = await c.var.reader.beGuest()
  return named.ok ? forwardToApi(c, reviewsPath, body) : unreachable()
})
