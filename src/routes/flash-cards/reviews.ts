import { Hono } from 'hono/quick'
import { reviewsPath } from '../../api-client/study.ts'
import type { AppEnv } from '../../app-env.ts'
import { jsonResponse } from '../../respond/failure.tsx'
import { forwardToApi, jsonText } from '../../respond/forward-to-api.ts'

/** The log of card reviews, for the script of the decks. */
export const reviews = new Hono<AppEnv>()

/** 500 reviews, the most that are sent at once. */
const maxBodyBytes = 131_072
const address = '/flash-cards/reviews'

/** The reviews that arrived after an entry; none for a visitor without a name. */
reviews.get(address, (c) => {
  if (!c.var.reader.isIdentified) {
    const now = new Date().toISOString()
    return jsonResponse({ data: { reviews: [], next: 0, isAll: true, exam: null, now } })
  }
  const after = new URLSearchParams({ after: c.req.query('after') ?? '0' })
  return forwardToApi(c, `${reviewsPath}?${after}`, null)
})

/** Stores reviews. A visitor becomes a guest with the first. */
reviews.post(address, async (c) => {
  const body = await jsonText(c, maxBodyBytes)
  if (!body.ok) return c.var.fail(body.error, 'json')
  const named = await c.var.reader.becomeGuest()
  // Whatever the reason: the script keeps the reviews and sends them again.
  return named.ok
    ? forwardToApi(c, reviewsPath, body.value)
    : c.var.fail({ kind: 'network-error' }, 'json')
})
