import { beforeAll, describe, expect, it } from 'vitest'
import { change, openWire, secondsAgo } from '../emulators/identity.ts'
import {
  fullPaper,
  newGuest,
  newMember,
  premiumPaper,
  rowsOf,
  shortPaper,
  visitor,
  type Taker,
} from '../support/attempts.ts'

beforeAll(openWire)

const minutes = (from: string, to: unknown) => (Date.parse(String(to)) - Date.parse(from)) / 60_000

describe('beginning a test', () => {
  it('a guest begins a free test, and the clock has a fixed end', async () => {
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

  it('twice with one id is one attempt', async () => {
    const guest = await newGuest()
    const id = crypto.randomUUID()
    const first = await guest.start({ id })
    const second = await guest.start({ id, test: fullPaper, mode: 'practice' })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.data).toEqual({ ...first.data, now: second.data.now })
  })

  it('takes an id that is another’s for no attempt at all', async () => {
    const [one, other] = [await newGuest(), await newMember()]
    const { data } = await one.start()
    expect((await other.start({ id: data.id })).status).toBe(404)
  })

  it(
    '200 at once freeze one version, in which nobody finds a key',
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
      const versions = await rowsOf(
        `SELECT head, questions FROM paper_versions v JOIN practice_tests p ON p.id = v.test_id WHERE p.slug = 'rrb-ntpc-model-paper-1'`,
      )
      expect(versions).toHaveLength(1)
      expect(JSON.stringify(versions)).not.toMatch(/"(correct|key|accepted|explanation)/)
    },
  )

  it('gives a third more time to whoever needs it, rounded to a minute', async () => {
    const guest = await newGuest()
    const { data } = await guest.start({ extraTime: true })
    expect(data.extraTime).toBe(true)
    expect(minutes(data.startedAt, data.endsAt)).toBe(13)
  })

  it('runs sections one after the other where each has its own clock', async () => {
    const guest = await newGuest()
    const test = 'vao-paper-2-model-paper-1'
    await change(
      `UPDATE test_sections SET minutes = 3 + position WHERE test_id = (SELECT id FROM practice_tests WHERE slug = '${test}')`,
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

  it('in practice has no clock', async () => {
    const { data } = await (await newGuest()).start({ mode: 'practice' })
    expect([data.endsAt, data.sectionEnds, data.status]).toEqual([null, [], 'running'])
  })

  it('shows the paper in all its languages, with formulas as they are set and a wording for each question', async () => {
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
    ['without a token', visitor, {}, 403, 'ForbiddenError'],
    ['of a test that is not there', null, { test: 'no-such-test' }, 404, 'NotFoundError'],
    ['with an id that is no UUID', null, { id: '7' }, 400, 'ValidationError'],
    ['in a mode that cannot be begun', null, { mode: 'form' }, 400, 'ValidationError'],
    ['in a language of nobody', null, { locale: 'hi' }, 400, 'ValidationError'],
  ])('%s is refused', async (_, who, wish, status, name) => {
    const answer = await (who ?? (await newGuest())).start(wish)
    expect([answer.status, answer.error?.name]).toEqual([status, name])
  })
})

describe('who may begin a premium test', () => {
  const refusal = ({ status, error }: Awaited<ReturnType<Taker['start']>>) => [
    status,
    error?.name,
    error?.details.reason,
  ]
  const required = (reason: string) => [403, 'PremiumRequired', reason]
  const premium = { test: premiumPaper }
  const other = { test: 'ap-pet-practice-1' }
  beforeAll(() => change(`UPDATE practice_tests SET access = 'premium' WHERE slug = ?`, other.test))

  /** A plan that covers what the statements say. -> its id. */
  async function newPlan(covers: string, state = 'NULL'): Promise<number> {
    const { meta } = await change(
      `INSERT INTO subscription_plans (document_id, slug, position, days, state_id, digest, created_at, updated_at)
       VALUES (?1, ?1, 9, 30, ${state}, '', '', '')`,
      crypto.randomUUID(),
    )
    if (covers !== '') await change(covers.replaceAll('PLAN', String(meta.last_row_id)))
    return meta.last_row_id
  }
  const subscribe = (
    userId: number,
    plan: number,
    { status = 'active', from = 60, until = -3600 } = {},
  ) =>
    change(
      `INSERT INTO user_subscriptions (document_id, user_id, plan_id, starts_at, ends_at, status, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, '', '')`,
      ...[crypto.randomUUID(), userId, plan, secondsAgo(from), secondsAgo(until), status],
    )

  it('no guest', async () => {
    expect(refusal(await (await newGuest()).start(premium))).toEqual(required('sign-in'))
    expect(refusal(await (await newGuest()).start({ ...premium, useFreeTest: true }))).toEqual(
      required('sign-in'),
    )
  })

  it('a member takes one of them without a plan, says so before, and may repeat that one', async () => {
    const member = await newMember()
    expect(refusal(await member.start(premium))).toEqual(required('free-test-available'))
    const free = await member.start({ ...premium, useFreeTest: true })
    expect([free.status, free.data.rightBy]).toEqual([201, 'one-premium-test'])
    const users = await rowsOf('SELECT free_test_taken FROM users WHERE id = ?', member.userId)
    expect(users).toEqual([{ free_test_taken: 1 }])
    for (const wish of [other, { ...other, useFreeTest: true }])
      expect(refusal(await member.start(wish))).toEqual(required('plan'))
    const again = await member.start({ ...premium, mode: 'practice' })
    expect([again.status, again.data.rightBy]).toEqual([201, 'one-premium-test'])
  })

  it('spends the one free test once, however many tests are begun at once', async () => {
    const member = await newMember()
    const answers = await Promise.all(
      [premium, other, premium, other].map((wish) => member.start({ ...wish, useFreeTest: true })),
    )
    const begun = answers.filter(({ status }) => status === 201)
    expect(new Set(begun.map(({ data }) => data.test)).size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(refusal(answer)).toEqual(required('plan'))
  })

  it('does not spend it on a free test', async () => {
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
      `INSERT INTO plan_categories SELECT PLAN, category_id FROM practice_tests WHERE slug = '${premiumPaper}'`,
      'NULL',
    ],
    [
      'the test itself',
      `INSERT INTO plan_tests VALUES (PLAN, ${idOf('practice_tests', premiumPaper)})`,
      'NULL',
    ],
    [
      'one of its topics',
      `INSERT INTO plan_tags SELECT PLAN, tag_id FROM practice_test_tags WHERE test_id = ${idOf('practice_tests', premiumPaper)} LIMIT 1`,
      'NULL',
    ],
  ])('a member whose plan covers %s', async (_, covers, state) => {
    const member = await newMember()
    await subscribe(member.userId, await newPlan(covers, state))
    const { status, data } = await member.start({ ...premium, useFreeTest: true })
    expect([status, data.rightBy]).toEqual([201, 'plan'])
    const users = await rowsOf('SELECT free_test_taken FROM users WHERE id = ?', member.userId)
    expect(users).toEqual([{ free_test_taken: 0 }])
    expect(refusal(await member.start(other))).toEqual(required('free-test-available'))
  })

  it.each([
    ['over', { until: 30 }],
    ['to begin later', { from: -30 }],
    ['cancelled', { status: 'cancelled' }],
    ['refunded', { status: 'refunded' }],
  ])('but not with a plan that is %s', async (_, span) => {
    const member = await newMember()
    await subscribe(member.userId, await newPlan('', idOf('states', 'karnataka')), span)
    expect(refusal(await member.start(premium))).toEqual(required('free-test-available'))
  })

  it('and goes on with what was begun under a plan that is over by now', async () => {
    const member = await newMember()
    await subscribe(member.userId, await newPlan('', idOf('states', 'karnataka')))
    const { data } = await member.start(premium)
    await change(
      'UPDATE user_subscriptions SET ends_at = ? WHERE user_id = ?',
      secondsAgo(1),
      member.userId,
    )
    expect((await member.start({ ...premium, id: data.id })).status).toBe(200)
    expect((await member.paper(data.id)).questions).toHaveLength(25)
    expect((await member.submit(data.id)).status).toBe(200)
  })
})
