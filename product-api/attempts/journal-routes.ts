import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { attemptJson, withoutScore } from './attempt-json.ts'
import {
  attemptById,
  isOf,
  ownAttempt,
  ownerIfAny,
  ownerOf,
  type AttemptRow,
} from './attempt-row.ts'
import { isCarryKey } from './carry-key.ts'
import { explanationsOf } from './explanations.ts'
import { frozenPaper } from './frozen-paper.ts'
import { deliver } from './journal.ts'
import { notSubmitted } from './refusals.ts'
import { reveal } from './reveal.ts'
import { submit } from './submission.ts'
import type { Api } from '../env.ts'
import { neverKept } from '../identity/bearer.ts'
import { readBody } from '../identity/request-body.ts'
import { secretsOf } from '../identity/settings.ts'
import { notFound } from '../strapi/errors.ts'

/** What is written while a test is taken. */
export const attemptJournals = new Hono<Api>()
attemptJournals.use(neverKept)

/** An entry can be anything: what makes no sense is kept apart, not refused. */
const events = v.pipe(
  v.array(v.unknown(), 'events must be a list'),
  v.maxLength(500, 'events are at most 500 at a time'),
)
const carryKey = v.optional(v.pipe(v.string('carryKey must be a string'), v.maxLength(100)))
const number = v.pipe(v.number('after must be a number'), v.safeInteger(), v.minValue(0))
const size = { inData: true, mostBytes: 262_144 }

attemptJournals.get('/:id/events', async (c) => {
  const attempt = await ownAttempt(c, c.req.param('id'))
  const after = v.safeParse(v.pipe(v.string(), v.transform(Number), number), c.req.query('after'))
  const now = new Date()
  const found = await deliver(c.env.DB, attempt, [], after.success ? after.output : 0, now)
  return c.json({
    data: {
      events: found.events,
      next: found.next,
      attempt: await attemptJson(found.attempt, secretsOf(c.env)[0], now),
    },
    meta: {},
  })
})

attemptJournals.post('/:id/events', async (c) => {
  const body = await readBody(c, { events, after: v.optional(number, 0), carryKey }, size)
  const { attempt, isCarried } = await attemptOfWriter(c, c.req.param('id'), body.carryKey)
  const now = new Date()
  const delivery = await deliver(c.env.DB, attempt, body.events, body.after, now)
  const shown = await attemptJson(delivery.attempt, secretsOf(c.env)[0], now)
  return c.json({
    data: isCarried
      ? {
          ...delivery,
          ...{ events: [], next: body.after, attempt: withoutScore(shown) },
          // A rescue code numbers its answers by their place in the paper.
          questions: await questionIds(c.env.DB, attempt),
        }
      : { ...delivery, attempt: shown },
    meta: {},
  })
})

const submission = {
  events: v.optional(events, []),
  by: v.optional(v.picklist(['reader', 'clock'], 'by must be one of: reader, clock'), 'reader'),
  carryKey,
}

attemptJournals.post('/:id/submit', async (c) => {
  const body = await readBody(c, submission, size)
  const { attempt, isCarried } = await attemptOfWriter(c, c.req.param('id'), body.carryKey)
  const now = new Date()
  const delivered =
    body.events.length > 0
      ? (await deliver(c.env.DB, attempt, body.events, 0, now)).attempt
      : attempt
  const submitted = await submit(c.env.DB, delivered, body.by, now)
  const shown = await attemptJson(submitted, secretsOf(c.env)[0], now)
  return c.json({ data: isCarried ? withoutScore(shown) : shown, meta: {} })
})

const revelation = {
  events: v.optional(events, []),
  question: v.pipe(v.string('question must be a string'), v.maxLength(100)),
  locale: v.optional(v.picklist(['kn', 'en', 'te'], 'locale must be one of: kn, en, te')),
}

attemptJournals.post('/:id/reveal', async (c) => {
  const body = await readBody(c, revelation, size)
  const attempt = await ownAttempt(c, c.req.param('id'))
  const now = new Date()
  if (body.events.length > 0) await deliver(c.env.DB, attempt, body.events, 0, now)
  if (attempt.mode !== 'practice') throw notSubmitted()
  const { id, accepted, outcome } = await reveal(c.env.DB, attempt, body.question, now)
  const explanations = await explanationsOf(c.env.DB, [id], body.locale ?? attempt.locale)
  const explanation = explanations.get(id) ?? null
  return c.json({ data: { question: id, accepted, explanation, outcome }, meta: {} })
})

async function questionIds(db: D1Database, { version_id }: AttemptRow): Promise<string[]> {
  const { paper } = await frozenPaper(db, version_id)
  return paper.questions.map(({ id }) => id)
}

/** Whoever may add to a journal: the attempt's owner, or the holder of its carry key, to whom nothing else is opened by it.
 *  Errors: Refusal 403 without a token and a key, 404 for what is another's or nobody's. */
async function attemptOfWriter(
  c: Context<Api>,
  id: string,
  key: string | undefined,
): Promise<{ attempt: AttemptRow; isCarried: boolean }> {
  if (key === undefined) ownerOf(c)
  const owner = ownerIfAny(c)
  const attempt = await attemptById(c.env.DB, id).first<AttemptRow>()
  if (attempt && owner && isOf(owner, attempt)) return { attempt, isCarried: false }
  if (!attempt || key === undefined || !(await isCarryKey(secretsOf(c.env), id, key)))
    throw notFound()
  return { attempt, isCarried: true }
}
