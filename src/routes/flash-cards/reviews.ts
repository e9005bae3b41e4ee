import { Hono } from 'hono/quick'
import { reviewsPath } from '../../api-client/study.ts'
import type { AppEnv } from '../../app-env.ts'
import { jsonResponse } from '../../respond/failure.tsx'
import { forwardToApi, jsonText } from '../../respond/forward-to-api.ts'

/** The endpoints of the review log, for the script of the decks. */
export const reviews = new Hono<AppEnv>()

/** Enough for 500 reviews, the maximum of one request. */
const maxBodyBytes = 131_072
const address = '/flash-cards/reviews'

/** The reviews that were stored after an entry of the log; none for visitors. */
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
  const guest = await c.var.reader.becomeGuest()
  // The script stores the reviews on the device and sends them again after any error.
  return guest.ok
    ? forwardToApi(c, reviewsPath, body.value)
    : c.var.fail({ kind: 'network-error' }, 'json')
})
