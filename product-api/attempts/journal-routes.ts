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
import { noStore } from '../identity/authentication.ts'
import { jwtSecretsOf } from '../identity/settings.ts'
import { paperVersion } from '../papers/paper-versions.ts'
import { callingOwner, type ReaderEnv } from '../reader-env.ts'
import { notFound } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { attemptJson, withoutScore } from './attempt-json.ts'
import type { AttemptRow } from './attempt-row.ts'
import { isCarryKey } from './carry-key.ts'
import { deliverEvents } from './journal.ts'
import { requireOwnAttemptNow } from './overdue-attempts.ts'
import { attemptHere, requireOwnAttempt } from './own-attempt.ts'
import { notSubmitted } from './refusals.ts'
import { revealKey } from './reveal.ts'
import { submitAttempt } from './submission.ts'

/** Delivering events of an attempt, submitting it, revealing keys in practice mode. */
export const journalRoutes = new Hono<ReaderEnv>()
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
  const delivered = await deliverEvents(c.var.stores, row, [], after, now, { limit })
  const { events, next, replaced, attempt } = delivered
  const json = await attemptJson(attempt, jwtSecretsOf(c.env)[0], now)
  const data = { events, next, replaced, attempt: json }
  return c.json({ data, meta: {} })
})

journalRoutes.post('/:id/events', async (c) => {
  const body = await readBody(c, eventsRequest, bodyOptions)
  const { events, after, carryKey, ...batch } = body
  const found = await writableAttempt(c, c.req.param('id'), carryKey, body)
  if (found instanceof Response) return found
  const { attempt, isCarrier } = found
  const now = new Date()
  const sender = { ...batch, isCarrier, sendsAgain: batch.via === null }
  const acknowledgement = await deliverEvents(c.var.stores, attempt, events, after, now, sender)
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
  const body = await readBody(c, submitRequest, bodyOptions)
  const { events, by, carryKey, ...batch } = body
  const found = await writableAttempt(c, c.req.param('id'), carryKey, body)
  if (found instanceof Response) return found
  const { attempt, isCarrier } = found
  const now = new Date()
  const sender = { ...batch, isCarrier }
  const delivered =
    events.length > 0
      ? (await deliverEvents(c.var.stores, attempt, events, 0, now, sender)).attempt
      : attempt
  const submitted = await submitAttempt(c.var.stores, delivered, by, now)
  const data = await attemptJson(submitted, jwtSecretsOf(c.env)[0], now)
  return c.json({ data: isCarrier ? withoutScore(data) : data, meta: {} })
})

journalRoutes.post('/:id/reveal', async (c) => {
  const { events, question, locale } = await readBody(c, revealRequest, bodyOptions)
  const attempt = await requireOwnAttempt(c, c.req.param('id'))
  const now = new Date()
  // In every mode, before the refusal: sent events are never lost.
  if (events.length > 0) await deliverEvents(c.var.stores, attempt, events, 0, now)
  if (attempt.mode !== 'practice') throw notSubmitted()
  const { id, accepted, outcome, cancelled } = await revealKey(c.var.stores, attempt, question, now)
  const explanations = await explanationsOf(c.env.DB, [id], locale ?? attempt.locale)
  const explanation = explanations.get(id) ?? null
  const data = { question: id, accepted, explanation, outcome, cancelled }
  return c.json({ data, meta: {} })
})

async function questionIds(db: Database, { version_id }: AttemptRow): Promise<string[]> {
  const paper = await paperVersion(db, version_id)
  return paper.questions.map(({ id }) => id)
}

/** An attempt that the caller may add events to: its owner, or the holder of its carry key
 *  (`isCarrier`), who may do nothing else. A response: of the object of another reader, where the
 *  caller has the key of that reader's attempt. Errors: Refusal 403 without a token and a key, 404
 *  for an unknown attempt and for another owner's. */
async function writableAttempt(
  c: Context<ReaderEnv>,
  id: string,
  carryKey: string | undefined,
  body: unknown,
): Promise<{ attempt: AttemptRow; isCarrier: boolean } | Response> {
  const { isOwner } = c.var
  if (carryKey === undefined) callingOwner(c)
  const attempt = await attemptHere(c, id)
  if (attempt && isOwner) return { attempt, isCarrier: false }
  if (carryKey === undefined || !(await isCarryKey(jwtSecretsOf(c.env), id, carryKey)))
    throw notFound()
  if (attempt) return { attempt, isCarrier: true }
  const headers = new Headers(c.req.raw.headers)
  headers.delete('content-length')
  const again = new Request(c.req.url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = isOwner ? await c.var.askOther(id, again) : null
  if (!answer) throw notFound()
  return answer
}
