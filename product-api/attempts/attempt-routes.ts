import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { attemptJson } from './attempt-json.ts'
import { ownAttempt, ownerOf, type AttemptRow } from './attempt-row.ts'
import { claim } from './claim.ts'
import { takeForm } from './form.ts'
import { testOfNow } from './freeze.ts'
import { frozenPaper } from './frozen-paper.ts'
import { attemptsOf } from './list.ts'
import { notSubmitted } from './refusals.ts'
import { begin, begunBefore } from './start.ts'
import type { Api } from '../env.ts'
import { member, neverKept } from '../identity/bearer.ts'
import { readBody } from '../identity/request-body.ts'
import { secretsOf } from '../identity/settings.ts'
import { claimsOf } from '../identity/signed-tokens.ts'
import { resultOf } from '../scoring/results/result.ts'
import { notFound, validation } from '../strapi/errors.ts'

/** Taking tests: beginning, what one has begun, how it went. Their journals are in attempt-journals.ts. */
export const attempts = new Hono<Api>()
attempts.use(neverKept)

const id = v.pipe(v.string('id must be a string'), v.uuid('id must be a UUID'), v.toLowerCase())
const test = v.pipe(v.string('test must be a string'), v.maxLength(200, 'test is too long'))
const locale = v.picklist(['kn', 'en', 'te'], 'locale must be one of: kn, en, te')
const yesOrNo = (name: string) => v.optional(v.boolean(`${name} must be true or false`), false)

const beginning = {
  ...{ id, test, locale },
  mode: v.picklist(['exam', 'practice'], 'mode must be one of: exam, practice'),
  extraTime: yesOrNo('extraTime'),
  useFreeTest: yesOrNo('useFreeTest'),
}

attempts.post('/', async (c) => {
  const owner = ownerOf(c)
  const { test: slug, ...asked } = await readBody(c, beginning, { inData: true })
  const now = new Date()
  const earlier = await begunBefore(c.env.DB, owner, asked.id)
  if (earlier) return show(c, earlier, now)
  const found = await testOfNow(c.env.DB, slug, now)
  if (!found) throw notFound()
  const { attempt, isNew } = await begin(c.env.DB, owner, found, asked, now)
  return show(c, attempt, now, isNew ? 201 : 200)
})

attempts.get('/', async (c) => {
  const now = new Date()
  const { rows, pagination } = await attemptsOf(
    c.env.DB,
    ownerOf(c),
    new URL(c.req.url).search,
    now,
  )
  const [secret] = secretsOf(c.env)
  const data = await Promise.all(rows.map((row) => attemptJson(row, secret, now)))
  return c.json({ data, meta: { pagination } })
})

const sentForm = {
  ...{ id, test, locale },
  answers: v.pipe(
    v.record(v.string(), v.pipe(v.number(), v.integer()), 'answers must be indexes by question'),
    v.maxEntries(500, 'answers are at most 500'),
  ),
  digest: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100))), null),
}

attempts.post('/form', async (c) => {
  const owner = ownerOf(c)
  const form = await readBody(c, sentForm, { inData: true, mostBytes: 65_536 })
  const now = new Date()
  const { attempt, isNew } = await takeForm(c.env.DB, owner, form, now)
  return show(c, attempt, now, isNew ? 201 : 200)
})

const claimed = { guestToken: v.string('guestToken must be a string') }

/** A guest's token is asked for nothing but whose it is: what somebody did as a guest is theirs, even if its time is over. */
attempts.post('/claim', async (c) => {
  const { user } = member(c)
  const { guestToken } = await readBody(c, claimed, { inData: true })
  const claims = await claimsOf(secretsOf(c.env), guestToken)
  if (claims?.type !== 'guest') throw validation('guestToken is no token of a guest')
  return c.json({ data: { moved: await claim(c.env.DB, claims.id, user.id) }, meta: {} })
})

attempts.get('/:id', async (c) => show(c, await ownAttempt(c, c.req.param('id')), new Date()))

attempts.get('/:id/paper', async (c) => {
  const { version_id } = await ownAttempt(c, c.req.param('id'))
  const { paper } = await frozenPaper(c.env.DB, version_id)
  return c.json({ data: paper, meta: {} })
})

attempts.get('/:id/result', async (c) => {
  const attempt = await ownAttempt(c, c.req.param('id'))
  if (attempt.submitted_at === null) throw notSubmitted()
  const asked = v.parse(v.fallback(locale, attempt.locale), c.req.query('locale'))
  const [[secret], now] = [secretsOf(c.env), new Date()]
  const result = await resultOf(c.env.DB, attempt, asked, (row) => attemptJson(row, secret, now))
  return c.json({ data: result, meta: {} })
})

async function show(c: Context<Api>, row: AttemptRow, now: Date, status: 200 | 201 = 200) {
  return c.json({ data: await attemptJson(row, secretsOf(c.env)[0], now), meta: {} }, status)
}
