import { beforeAll, describe, expect, it, vi } from 'vitest'
import { updateRows, simulateGateways, secondsAgo } from '../emulators/identity.ts'
import {
  fullPaper,
  newGuest,
  newMember,
  premiumPaper,
  selectRows,
  shortPaper,
  visitor,
  type TestTaker,
} from '../support/attempts.ts'

beforeAll(simulateGateways)
// These tests answer whole papers; CI machines may be slow.
vi.setConfig({ testTimeout: 30_000 })

const minutes = (from: string, to: unknown) => (Date.parse(String(to)) - Date.parse(from)) / 60_000

describe('starting an attempt', () => {
  it('lets a guest start a free test with a fixed end', async () => {
    const guest = await newGuest()
    const { status, data } = await guest.start({ test: fullPaper })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      ...{ test: fullPaper, exam: 'vao-paper-1', state: 'karnataka', mode: 'exam' },
      ...{ status: 'running', locale: 'kn', rightBy: 'free', extraTime: false, graceSeconds: 120 },
      ...{ sectionEnds: [], submittedAt: null, submittedBy: null, score: null, maximum: null },
      ...{ questionCount: 100, answered: 0, lastTick: 0, documentId: data.id },
      title: { kn: expect.any(String), en: expect.any(String) },
      carryKey: expect.stringMatching(/^[\w-]{16}$/),
    })
    expect(minutes(data.startedAt, data.endsAt)).toBe(120)
    expect(await guest.read(data.id)).toMatchObject({ status: 200, data: { id: data.id } })
  })

  it('creates one attempt for two requests with one id', async () => {
    const guest = await newGuest()
    const id = crypto.randomUUID()
    const first = await guest.start({ id })
    const second = await guest.start({ id, test: fullPaper, mode: 'practice' })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.data).toEqual({ ...first.data, now: second.data.now })
  })

  it('answers 404 for an id of another owner’s attempt', async () => {
    const [one, other] = [await newGuest(), await newMember()]
    const { data } = await one.start()
    expect((await other.start({ id: data.id })).status).toBe(404)
  })

  it(
    'creates one paper version, without keys, for 200 concurrent starts',
    { timeout: 60_000 },
    async () => {
      const takers = await Promise.all(Array.from({ length: 20 }, newGuest))
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          takers[index % takers.length]!.start({ test: 'rrb-ntpc-model-paper-1' }),
        ),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(answers.map(({ data }) => data.version)).size).toBe(1)
      const versions = await selectRows(
        `SELECT head, questions FROM paper_versions v JOIN practice_tests p ON p.id = v.test_id
         WHERE p.slug = 'rrb-ntpc-model-paper-1'`,
      )
      expect(versions).toHaveLength(1)
      expect(JSON.stringify(versions)).not.toMatch(/"(correct|key|accepted|explanation)/)
    },
  )

  it('adds a third of the time, rounded to a minute, when extra time is requested', async () => {
    const guest = await newGuest()
    const { data } = await guest.start({ extraTime: true })
    expect(data.extraTime).toBe(true)
    expect(minutes(data.startedAt, data.endsAt)).toBe(13)
  })

  it('schedules sections one after the other when each has its own time', async () => {
    const guest = await newGuest()
    const test = 'vao-paper-2-model-paper-1'
    await updateRows(
      `UPDATE test_sections SET minutes = 3 + position
       WHERE test_id = (SELECT id FROM practice_tests WHERE slug = '${test}')`,
    )
    const { data } = await guest.start({ test })
    expect(data.sectionEnds).toMatchObject([
      { section: 'general-kannada', startsAt: data.startedAt },
      { section: 'general-english' },
      { section: 'computer-knowledge', endsAt: data.endsAt },
    ])
    expect(
      (data.sectionEnds as { endsAt: string }[]).map(({ endsAt }) =>
        minutes(data.startedAt, endsAt),
      ),
    ).toEqual([3, 7, 12])
    const slow = await guest.start({ test, extraTime: true })
    expect(minutes(slow.data.startedAt, slow.data.endsAt)).toBe(16)
  })

  it('sets no end in practice mode', async () => {
    const { data } = await (await newGuest()).start({ mode: 'practice' })
    expect([data.endsAt, data.sectionEnds, data.status]).toEqual([null, [], 'running'])
  })

  it('returns the paper in all its languages with a wording for each question', async () => {
    const guest = await newGuest()
    const { data } = await guest.start({ test: 'vao-paper-2-model-paper-1' })
    const paper = await guest.paper(data.id)
    expect(paper).toMatchObject({
      ...{ slug: 'vao-paper-2-model-paper-1', languages: ['kn', 'en'], minutes: 10 },
      ...{ marks: { right: '1', wrong: '1/4', blank: '1/4' }, qualifying: null },
    })
    expect(paper.questions).toHaveLength(10)
    for (const { texts, optionCount, wording } of paper.questions) {
      for (const { options } of Object.values(texts)) expect(options).toHaveLength(optionCount)
      expect(wording).toMatch(/^[\w-]{12}$/)
    }
    expect(new Set(paper.questions.map(({ wording }) => wording)).size).toBe(10)
    const english = paper.questions.filter(({ section }) => section === 'general-english')
    expect(english.map(({ texts }) => Object.keys(texts))).toEqual([['en'], ['en'], ['en']])
  })

  it.each([
    ['a start without a token', visitor, {}, 403, 'ForbiddenError'],
    ['an unknown test', null, { test: 'no-such-test' }, 404, 'NotFoundError'],
    ['an id that is not a UUID', null, { id: '7' }, 400, 'ValidationError'],
    ['the mode form', null, { mode: 'form' }, 400, 'ValidationError'],
    ['an unknown language', null, { locale: 'hi' }, 400, 'ValidationError'],
  ])('refuses %s', async (_, who, more, status, name) => {
    const answer = await (who ?? (await newGuest())).start(more)
    expect([answer.status, answer.error?.name]).toEqual([status, name])
  })
})

describe('entitlement to a premium test', () => {
  const refusal = ({ status, error }: Awaited<ReturnType<TestTaker['start']>>) => [
    status,
    error?.name,
    error?.details.reason,
  ]
  const required = (reason: string) => [403, 'PremiumRequired', reason]
  const premium = { test: premiumPaper }
  const other = { test: 'ap-pet-practice-1' }
  beforeAll(() =>
    updateRows(`UPDATE practice_tests SET access = 'premium' WHERE slug = ?`, other.test),
  )

  /** Creates a plan; `covers`: SQL that adds what it covers, with PLAN for its id. Returns the
   *  id. */
  async function newPlan(covers: string, state = 'NULL'): Promise<number> {
    const { meta } = await updateRows(
      `INSERT INTO subscription_plans (
         document_id, slug, position, days, state_id, digest, created_at, updated_at)
       VALUES (?1, ?1, 9, 30, ${state}, '', '', '')`,
      crypto.randomUUID(),
    )
    if (covers !== '') await updateRows(covers.replaceAll('PLAN', String(meta.last_row_id)))
    return meta.last_row_id
  }
  const subscribe = (
    userId: number,
    plan: number,
    { status = 'active', from = 60, until = -3600 } = {},
  ) =>
    updateRows(
      `INSERT INTO user_subscriptions (
         document_id, user_id, plan_id, starts_at, ends_at, status, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, '', '')`,
      ...[crypto.randomUUID(), userId, plan, secondsAgo(from), secondsAgo(until), status],
    )

  it('refuses a guest', async () => {
    expect(refusal(await (await newGuest()).start(premium))).toEqual(required('sign-in'))
    expect(refusal(await (await newGuest()).start({ ...premium, useFreeTest: true }))).toEqual(
      required('sign-in'),
    )
  })

  it('lets a member without a plan take and repeat one premium test', async () => {
    const member = await newMember()
    expect(refusal(await member.start(premium))).toEqual(required('free-test-available'))
    const free = await member.start({ ...premium, useFreeTest: true })
    expect([free.status, free.data.rightBy]).toEqual([201, 'one-premium-test'])
    const users = await selectRows('SELECT free_test_taken FROM users WHERE id = ?', member.userId)
    expect(users).toEqual([{ free_test_taken: 1 }])
    for (const request of [other, { ...other, useFreeTest: true }])
      expect(refusal(await member.start(request))).toEqual(required('plan'))
    const again = await member.start({ ...premium, mode: 'practice' })
    expect([again.status, again.data.rightBy]).toEqual([201, 'one-premium-test'])
  })

  it('spends the one free premium test once under concurrent starts', async () => {
    const member = await newMember()
    const answers = await Promise.all(
      [premium, other, premium, other].map((test) => member.start({ ...test, useFreeTest: true })),
    )
    const started = answers.filter(({ status }) => status === 201)
    expect(new Set(started.map(({ data }) => data.test)).size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(refusal(answer)).toEqual(required('plan'))
  })

  it('does not spend the free premium test on a free test', async () => {
    const member = await newMember()
    const { data } = await member.start({ test: shortPaper, useFreeTest: true })
    expect(data.rightBy).toBe('free')
    expect(refusal(await member.start(premium))).toEqual(required('free-test-available'))
  })

  const idOf = (table: string, slug: string) => `(SELECT id FROM ${table} WHERE slug = '${slug}')`
  it.each([
    ['its state', '', idOf('states', 'karnataka')],
    [
      'its exam',
      `INSERT INTO plan_categories
       SELECT PLAN, category_id FROM practice_tests WHERE slug = '${premiumPaper}'`,
      'NULL',
    ],
    [
      'the test itself',
      `INSERT INTO plan_tests VALUES (PLAN, ${idOf('practice_tests', premiumPaper)})`,
      'NULL',
    ],
    [
      'one of its topics',
      `INSERT INTO plan_tags
       SELECT PLAN, tag_id FROM practice_test_tags
       WHERE test_id = ${idOf('practice_tests', premiumPaper)} LIMIT 1`,
      'NULL',
    ],
  ])('lets a member start when their plan covers %s', async (_, covers, state) => {
    const member = await newMember()
    await subscribe(member.userId, await newPlan(covers, state))
    const { status, data } = await member.start({ ...premium, useFreeTest: true })
    expect([status, data.rightBy]).toEqual([201, 'plan'])
    const users = await selectRows('SELECT free_test_taken FROM users WHERE id = ?', member.userId)
    expect(users).toEqual([{ free_test_taken: 0 }])
    expect(refusal(await member.start(other))).toEqual(required('free-test-available'))
  })

  it.each([
    ['expired', { until: 30 }],
    ['not yet active', { from: -30 }],
    ['cancelled', { status: 'cancelled' }],
    ['refunded', { status: 'refunded' }],
  ])('refuses a member whose plan is %s', async (_, span) => {
    const member = await newMember()
    await subscribe(member.userId, await newPlan('', idOf('states', 'karnataka')), span)
    expect(refusal(await member.start(premium))).toEqual(required('free-test-available'))
  })

  it('lets a member continue an attempt after the plan has expired', async () => {
    const member = await newMember()
    await subscribe(member.userId, await newPlan('', idOf('states', 'karnataka')))
    const { data } = await member.start(premium)
    await updateRows(
      'UPDATE user_subscriptions SET ends_at = ? WHERE user_id = ?',
      secondsAgo(1),
      member.userId,
    )
    expect((await member.start({ ...premium, id: data.id })).status).toBe(200)
    expect((await member.paper(data.id)).questions).toHaveLength(25)
    expect((await member.submit(data.id)).status).toBe(200)
  })
})
