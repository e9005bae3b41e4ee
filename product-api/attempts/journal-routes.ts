import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import {
  eventLimit,
  eventsRequest,
  maxReturnedEvents,
  revealRequest,
  submitRequest,
} from '../../domain/contracts/attempts.ts'
import { explanationsOf } from '../content/texts.ts'
import type { Database } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { jwtSecretsOf } from '../identity/settings.ts'
import { ownerIfAny, ownerOf } from '../owner.ts'
import { paperVersionWithKeys } from '../papers/paper-versions.ts'
import { notFound } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { attemptJson, withoutScore } from './attempt-json.ts'
import { isOwnedBy, type AttemptRow } from './attempt-row.ts'
import { isCarryKey } from './carry-key.ts'
import { deliverEvents } from './journal.ts'
import { requireOwnAttemptNow } from './overdue-attempts.ts'
import { readAttempt, requireOwnAttempt } from './read-attempt.ts'
import { notSubmitted } from './refusals.ts'
import { revealKey } from './reveal.ts'
import { submitAttempt } from './submission.ts'

/** Delivering events of an attempt, submitting it, revealing keys in practice mode. */
export const journalRoutes = new Hono<ApiEnv>()
journalRoutes.use(noStore)

const bodyOptions = { isDataAllowed: true, maxBytes: 262_144 }

const afterInQuery = v.pipe(
  v.string(),
  v.transform(Number),
  v.number(),
  v.safeInteger(),
  v.minValue(0),
)

const limitInQuery = v.pipe(v.string(), v.transform(Number), eventLimit)

journalRoutes.get('/:id/events', async (c) => {
  const now = new Date()
  const row = await requireOwnAttemptNow(c, c.req.param('id'), now)
  const after = v.parse(v.fallback(afterInQuery, 0), c.req.query('after'))
  const limit = v.parse(v.fallback(limitInQuery, maxReturnedEvents), c.req.query('limit'))
  const delivered = await deliverEvents(c.env.DB, row, [], after, now, { limit })
  const { events, next, replaced, attempt } = delivered
  const json = await attemptJson(attempt, jwtSecretsOf(c.env)[0], now)
  const data = { events, next, replaced, attempt: json }
  return c.json({ data, meta: {} })
})

journalRoutes.post('/:id/events', async (c) => {
  const { events, after, carryKey, ...batch } = await readBody(c, eventsRequest, bodyOptions)
  const { attempt, isCarrier } = await writableAttempt(c, c.req.param('id'), carryKey)
  const now = new Date()
  const sender = { ...batch, isCarrier, sendsAgain: batch.via === null }
  const acknowledgement = await deliverEvents(c.env.DB, attempt, events, after, now, sender)
  const updated = await attemptJson(acknowledgement.attempt, jwtSecretsOf(c.env)[0], now)
  const data = isCarrier
    ? {
        ...acknowledgement,
        ...{ events: [], next: after, attempt: withoutScore(updated) },
        // A rescue code numbers its answers by their place in the paper.
        questions: await questionIds(c.env.DB, attempt),
      }
    : { ...acknowledgement, attempt: updated }
  return c.json({ data, meta: {} })
})

journalRoutes.post('/:id/submit', async (c) => {
  const { events, by, carryKey, ...batch } = await readBody(c, submitRequest, bodyOptions)
  const { attempt, isCarrier } = await writableAttempt(c, c.req.param('id'), carryKey)
  const now = new Date()
  const sender = { ...batch, isCarrier }
  const delivered =
    events.length > 0
      ? (await deliverEvents(c.env.DB, attempt, events, 0, now, sender)).attempt
      : attempt
  const submitted = await submitAttempt(c.env.DB, delivered, by, now)
  const data = await attemptJson(submitted, jwtSecretsOf(c.env)[0], now)
  return c.json({ data: isCarrier ? withoutScore(data) : data, meta: {} })
})

journalRoutes.post('/:id/reveal', async (c) => {
  const { events, question, locale } = await readBody(c, revealRequest, bodyOptions)
  const attempt = await requireOwnAttempt(c, c.req.param('id'))
  const now = new Date()
  // In every mode, before the refusal: sent events are never lost.
  if (events.length > 0) await deliverEvents(c.env.DB, attempt, events, 0, now)
  if (attempt.mode !== 'practice') throw notSubmitted()
  const { id, accepted, outcome, cancelled } = await revealKey(c.env.DB, attempt, question, now)
  const explanations = await explanationsOf(c.env.DB, [id], locale ?? attempt.locale)
  const explanation = explanations.get(id) ?? null
  const data = { question: id, accepted, explanation, outcome, cancelled }
  return c.json({ data, meta: {} })
})

async function questionIds(db: Database, { version_id }: AttemptRow): Promise<string[]> {
  const { paper } = await paperVersionWithKeys(db, version_id)
  return paper.questions.map(({ id }) => id)
}

/** An attempt that the caller may add events to: its owner, or the holder of its carry key
 *  (`isCarrier`), who may do nothing else. Errors: Refusal 403 without a token and a key, 404 for
 *  an unknown attempt and for another owner's. */
async function writableAttempt(
  c: Context<ApiEnv>,
  id: string,
  carryKey: string | undefined,
): Promise<{ attempt: AttemptRow; isCarrier: boolean }> {
  if (carryKey === undefined) ownerOf(c)
  const owner = ownerIfAny(c)
  const attempt = await readAttempt(c.env.DB, id)
  if (attempt && owner && isOwnedBy(owner, attempt)) return { attempt, isCarrier: false }
  if (!attempt || carryKey === undefined || !(await isCarryKey(jwtSecretsOf(c.env), id, carryKey)))
    throw notFound()
  return { attempt, isCarrier: true }
}
