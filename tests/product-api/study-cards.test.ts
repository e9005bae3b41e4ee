import { beforeAll, describe, expect, it } from 'vitest'
import { updateRows, simulateGateways } from '../emulators/identity.ts'
import {
  attemptsPath,
  keysOf,
  paperWithoutBlankPenalty,
  newGuest,
  newMember,
  selectRows,
  visitor,
  type TestTaker,
} from '../support/attempts.ts'
import { editorIdOf, ruleAbout, takeTest, times, type WantedOutcome } from '../support/rulings.ts'

beforeAll(simulateGateways)

type Card = {
  id: string
  locale: string
  front: string
  options: string[]
  back: string
  explanation: { locale: string; text: string } | null
  test: string
  testTitle: string
  missed: number
  isRightSince: boolean
  phase: string
  dueAt: string | null
}
type Answer = { data: Card[]; meta: { counts: { due: number; fresh: number; learned: number } } }

const cardsOf = async (who: TestTaker, of: 'wrong' | 'due', locale = 'en') =>
  JSON.parse((await who.request('GET', `/api/user-cards?of=${of}&locale=${locale}`)).text) as Answer

const review = (who: TestTaker, card: string, grade: number, at = Date.now()) =>
  who.request('POST', '/api/card-reviews', {
    reviews: [{ id: `${crypto.randomUUID().slice(0, 13)}.1`, card, at, grade, tookMs: 1 }],
  })

const takePaper = async (who: TestTaker, ...wanted: WantedOutcome[]) => {
  const keys = await keysOf(paperWithoutBlankPenalty)
  await takeTest(who, paperWithoutBlankPenalty, wanted, { keys })
  return [...keys]
}

describe('cards of mistakes', () => {
  it.each([
    ['a guest', newGuest],
    ['a member', newMember],
  ])(
    'exist with answers for what %s got wrong or left blank in a submitted test',
    async (_, newTestTaker) => {
      const who = await newTestTaker()
      const [[wrong], [left]] = (await takePaper(who, 'wrong', 'blank', ...times(8, 'right'))) as [
        [string, number],
        [string, number],
      ]
      const { data, meta } = await cardsOf(who, 'wrong')
      expect(data.map(({ id }) => id).sort()).toEqual([`q:${wrong}`, `q:${left}`].sort())
      expect(meta.counts).toEqual({ due: 0, fresh: 2, learned: 0 })
      for (const card of data) {
        expect(card).toMatchObject({
          locale: 'en',
          test: paperWithoutBlankPenalty,
          missed: 1,
          isRightSince: false,
        })
        expect(card).toMatchObject({ phase: 'new', dueAt: null })
        expect(card.options).toHaveLength(4)
        expect(card.options).toContain(card.back)
        expect(card.explanation?.text.length).toBeGreaterThan(10)
      }
      const inKannada = (await cardsOf(who, 'wrong', 'kn')).data[0]
      expect(inKannada).toMatchObject({ locale: 'kn' })
      expect(inKannada?.front).not.toBe(data[0]?.front)
    },
  )

  it('do not exist for a running attempt', async () => {
    const who = await newGuest()
    await who.start({ test: paperWithoutBlankPenalty })
    expect((await cardsOf(who, 'wrong')).data).toEqual([])
  })

  it('stay, with a flag, when the question is answered right later', async () => {
    const who = await newMember()
    await takePaper(who, 'wrong', ...times(9, 'right'))
    await updateRows(
      `UPDATE attempts SET submitted_at = '2026-11-01T00:00:00.000Z', summary_n = summary_n + 1
       WHERE user_id = ?`,
      who.userId,
    )
    await takePaper(who, ...times(10, 'right'))
    expect((await cardsOf(who, 'wrong')).data).toMatchObject([{ missed: 1, isRightSince: true }])
    await takePaper(who, 'wrong', ...times(9, 'right'))
    expect((await cardsOf(who, 'wrong')).data).toMatchObject([{ missed: 2, isRightSince: false }])
  })

  it('are visible to their owner only; a visitor has none', async () => {
    const who = await newGuest()
    await takePaper(who, 'wrong')
    expect((await cardsOf(await newGuest(), 'wrong')).data).toEqual([])
    expect((await cardsOf(visitor, 'wrong')).data).toEqual([])
  })

  it('move to the member when a guest signs in', async () => {
    const [guest, who] = [await newGuest(), await newMember()]
    await takePaper(guest, 'wrong', ...times(9, 'right'))
    await who.request('POST', `${attemptsPath}/claim`, { guestToken: guest.jwt })
    expect((await cardsOf(who, 'wrong')).data).toHaveLength(1)
  })

  it('show the answer by the latest ruling, without cancelled questions', async () => {
    const who = await newMember()
    const [first] = await takePaper(who, 'wrong', 'wrong', ...times(8, 'right'))
    const other = (first![1] + 2) % 4 === 0 ? 3 : (first![1] + 2) % 4
    await ruleAbout(await editorIdOf(paperWithoutBlankPenalty, 1), {
      kind: 'accept',
      accepted: [first![1], other].sort(),
    })
    await ruleAbout(await editorIdOf(paperWithoutBlankPenalty, 2), { kind: 'cancel', award: 'all' })
    const { data } = await cardsOf(who, 'wrong')
    const left = data.filter(({ id }) => id === `q:${first![0]}`)
    expect(data).toEqual(left)
    for (const card of left) expect(card.back.split(' / ')).toHaveLength(2)
  })
})

describe('due cards', () => {
  it('are the flash cards and mistakes whose time has come, longest overdue first', async () => {
    const who = await newMember()
    const [[question]] = (await takePaper(who, 'wrong', ...times(9, 'right'))) as [[string, number]]
    const [card] = await selectRows('SELECT document_id AS id FROM flash_cards ORDER BY id LIMIT 1')
    const hours = (count: number) => Date.now() - count * 3600_000
    await review(who, String(card!.id), 1, hours(5))
    await review(who, `q:${question}`, 1, hours(9))
    await review(who, 'gone', 1, hours(20))
    const { data, meta } = await cardsOf(who, 'due')
    expect(data.map(({ id }) => id)).toEqual([`q:${question}`, card!.id])
    expect(data[1]).toMatchObject({
      locale: 'en',
      front: expect.any(String),
      back: expect.any(String),
    })
    expect(meta.counts.due).toBeGreaterThanOrEqual(2)
    await review(who, `q:${question}`, 4)
    expect((await cardsOf(who, 'due')).data.map(({ id }) => id)).toEqual([card!.id])
  })
})
