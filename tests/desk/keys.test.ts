import { beforeAll, describe, expect, it, vi } from 'vitest'
import { applyPendingRulings } from '../../product-api/scoring/pending-rulings.ts'
import { database, enrolled, rows, run, type SignedIn } from '../support/desk.ts'
import { plantedAttempts, publishedQuestion } from '../support/desk-keys.ts'
import { seededRandom } from '../support/seeded-random.ts'

// Rulings about keys: proposed, looked at, approved by a second person, and applied to every score.

// A test makes twenty requests, and CI machines may be slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let author: SignedIn
let reviewer: SignedIn
let other: SignedIn
let owner: SignedIn
beforeAll(async () => {
  author = await enrolled('Key author', 'author')
  reviewer = await enrolled('Key reviewer', 'reviewer')
  other = await enrolled('Key other reviewer', 'reviewer')
  owner = await enrolled('Key owner', 'owner')
})

const reason = {
  'reason.kn': 'ಎರಡನೇ ಆಯ್ಕೆಯೂ ಸರಿ.',
  'reason.en': 'The second option is right too.',
  'reason.te': 'రెండో ఆప్షన్ కూడా సరైనదే.',
}
const accept = (...options: number[]) => ({
  decision: 'accept',
  ...Object.fromEntries(options.map((option) => [`accepted.${option}`, 'on'])),
})

const propose = ({ browser }: SignedIn, question: string, fields: Record<string, string>) =>
  browser.post(`/keys/${question}`, { ...reason, ...fields })
const proposalOf = async (question: string) =>
  (
    await rows(
      `SELECT p.* FROM ruling_proposals p JOIN questions q ON q.id = p.question_id
       WHERE q.editor_id = ? ORDER BY p.id DESC LIMIT 1`,
      question,
    )
  )[0]
const decide = async (
  { browser }: SignedIn,
  question: string,
  what: 'approve' | 'decline' = 'approve',
) => browser.post(`/rulings/${String((await proposalOf(question))?.id)}/${what}`)
const rulingsOf = (question: string) =>
  rows(
    `SELECT r.* FROM key_rulings r JOIN questions q ON q.id = r.question_id
     WHERE q.editor_id = ? ORDER BY r.id`,
    question,
  )
const settled = () => applyPendingRulings(database(), new Date())

/** The counts that a preview shows: changed, submitted, raised, lowered. */
function countsOn(page: string) {
  const plain = page.replaceAll('<!-- -->', '')
  const [, of, changed] = /ಸಲ್ಲಿಸಿದ (\d+)ರಲ್ಲಿ (\d+)/.exec(plain) ?? []
  const [, raised, lowered] = /ಹೆಚ್ಚು ಅಂಕ: (\d+)\. ಕಡಿಮೆ ಅಂಕ: (\d+)/.exec(plain) ?? []
  return [changed, of, raised, lowered].map(Number)
}

describe('a ruling', () => {
  it('changes no score until a second person agrees, then those that were foretold', async () => {
    const question = await publishedQuestion(0)
    const attempts = await plantedAttempts(question, [0, 0, 1, 1, 1, 2, null])
    const wrong = question.key === 1 ? 2 : 1
    const scores = () =>
      rows(
        `SELECT id, score_units FROM attempts WHERE id IN (${attempts.map(() => '?').join()})
         ORDER BY id`,
        ...attempts,
      )
    const before = await scores()
    const shown = await author.browser.post(
      `/keys/${question.id}/preview`,
      accept(question.key, wrong),
    )
    const [changed, of] = countsOn(await shown.text())
    const expected = [0, 0, 1, 1, 1, 2, null].filter((option) => option === wrong).length
    expect([shown.status, changed, of]).toEqual([200, expected, attempts.length])

    const asked = await propose(author, question.id, accept(question.key, wrong))
    expect(asked.status).toBe(303)
    await settled()
    expect(await scores()).toEqual(before)
    expect(await reviewer.browser.text('/')).toContain(`/keys/${question.id}`)
    const page = await reviewer.browser.text(`/keys/${question.id}`)
    expect(countsOn(page)[0]).toBe(expected)

    expect((await decide(reviewer, question.id)).status).toBe(303)
    await settled()
    const after = await scores()
    const differing = after.filter((row, at) => row.score_units !== before[at]?.score_units)
    expect(differing).toHaveLength(expected)
    const [ruling] = await rulingsOf(question.id)
    expect(ruling).toMatchObject({ kind: 'accept', settled_at: expect.any(String) as string })
    expect(JSON.parse(String(ruling?.reason))).toMatchObject({ te: reason['reason.te'] })
    const list = (await author.browser.text('/keys')).replaceAll('<!-- -->', '')
    expect(list).toContain(`ಬದಲಾದ ಅಂಕಗಳು: ${expected}`)
    expect(
      await rows('SELECT action FROM audit_entries WHERE subject = ?', `question ${question.id}`),
    ).toEqual([{ action: 'ruling_proposed' }, { action: 'ruling_approved' }])
  })

  const { integerBelow, itemOf } = seededRandom(20261124)

  it('changes as many scores as its preview says, whatever it is and was before', async () => {
    const question = await publishedQuestion(1)
    const chosen = Array.from({ length: 30 }, () => itemOf([0, 1, 2, 3, null]))
    await plantedAttempts(question, chosen)
    const [submitted] = await rows(
      `SELECT count(*) AS n FROM attempts a JOIN practice_tests t ON t.id = a.test_id
       WHERE t.slug = ?`,
      question.paper,
    )
    for (let round = 0; round < 12; round++) {
      const fields = itemOf<Record<string, string>>([
        accept(integerBelow(4)),
        accept(integerBelow(4), integerBelow(4)),
        { decision: 'cancel', award: itemOf(['all', 'attempters', 'nobody']) },
        { decision: 'cancel', award: 'all', 'any-wording': 'on' },
      ])
      const locale = itemOf(['', 'kn', 'en'])
      await propose(author, question.id, { ...fields, locale })
      const [changed, of, raised, lowered] = countsOn(
        await reviewer.browser.text(`/keys/${question.id}`),
      )
      expect((await decide(reviewer, question.id)).status).toBe(303)
      await settled()
      const [ruling] = (await rulingsOf(question.id)).slice(-1)
      const [counted] = await rows(
        `SELECT count(*) AS n, coalesce(sum(to_units > from_units), 0) AS raised
         FROM score_changes WHERE ruling_id = ?`,
        Number(ruling?.id),
      )
      expect([fields, locale, changed, of, raised, lowered]).toEqual([
        ...[fields, locale, counted?.n, submitted?.n, counted?.raised],
        Number(counted?.n) - Number(counted?.raised),
      ])
    }
  })

  it('answers the reports that were ticked, with its reason', async () => {
    const question = await publishedQuestion(2)
    for (const [at, id] of ['k', 'l'].entries())
      await rows(
        `INSERT INTO question_reports (document_id, question_id, locale, reason, message, status,
           created_at)
         SELECT ?, id, 'kn', 'key', ?, 'open', '2026-11-23T06:00:00.000Z' FROM questions
         WHERE editor_id = ?`,
        ...[id.repeat(24), `ದೂರು ${at}`, question.id],
      )
    expect(await reviewer.browser.text('/reports')).toContain(`/keys/${question.id}`)
    expect(await author.browser.text(`/keys/${question.id}`)).toContain('ದೂರು 1')
    await propose(author, question.id, { ...accept(0), [`report.${'k'.repeat(24)}`]: 'on' })
    await decide(reviewer, question.id)
    const reports = await rows(
      `SELECT document_id AS id, status, outcome FROM question_reports
       WHERE document_id IN (?, ?) ORDER BY document_id`,
      ...['k', 'l'].map((id) => id.repeat(24)),
    )
    expect(reports.map(({ status }) => status)).toEqual(['corrected', 'open'])
    expect(JSON.parse(String(reports[0]?.outcome))).toMatchObject({ kn: reason['reason.kn'] })
  })

  it.each([
    ['a decision', { decision: '' }, 'ಇನ್ನು ಮುಂದೆ ಏನು ಎಂದು ಆರಿಸಿ'],
    ['a right option', { decision: 'accept' }, 'ಸರಿಯಾದ ಒಂದಾದರೂ ಆಯ್ಕೆ ಆರಿಸಿ'],
    ['who gets the marks', { decision: 'cancel', award: 'x' }, 'ಇನ್ನು ಮುಂದೆ ಏನು ಎಂದು ಆರಿಸಿ'],
    ['a reason in Telugu', { ...accept(0), 'reason.te': ' ' }, 'ಎಲ್ಲ ಭಾಷೆಗಳಲ್ಲಿ ಕಾರಣ ಬರೆಯಿರಿ'],
    [
      'a reason of at most 300 letters',
      { ...accept(0), 'reason.en': 'x'.repeat(301) },
      'ಎಲ್ಲ ಭಾಷೆಗಳಲ್ಲಿ ಕಾರಣ ಬರೆಯಿರಿ',
    ],
  ])('is not asked for without %s, and what was typed stays', async (_, fields, words) => {
    const question = await publishedQuestion(3)
    const answer = await propose(author, question.id, fields)
    const page = await answer.text()
    expect(answer.status).toBe(422)
    expect(page).toContain(words)
    expect(page).toContain(reason['reason.kn'])
    expect(await proposalOf(question.id)).toBeUndefined()
  })

  it('about a question waits alone, and can be declined', async () => {
    const question = await publishedQuestion(4)
    await propose(author, question.id, accept(0))
    expect((await propose(other, question.id, accept(1))).status).toBe(409)
    expect((await decide(reviewer, question.id, 'decline')).status).toBe(303)
    expect(await rulingsOf(question.id)).toEqual([])
    expect((await decide(reviewer, question.id)).status).toBe(409)
    expect((await propose(author, question.id, accept(1))).status).toBe(303)
  })
})

describe('nobody rules alone', () => {
  it('by any request', async () => {
    const question = await publishedQuestion(5)
    for (const person of [reviewer, owner]) {
      await propose(person, question.id, accept(0))
      const refused = await decide(person, question.id)
      expect([refused.status, await refused.text()]).toEqual([
        403,
        expect.stringContaining('ಇನ್ನೊಬ್ಬರು ಒಪ್ಪಬೇಕು'),
      ])
      expect(await rulingsOf(question.id)).toEqual([])
      await decide(other, question.id, 'decline')
    }
    await propose(author, question.id, accept(0))
    expect((await decide(author, question.id)).status).toBe(403)
    expect(await rulingsOf(question.id)).toEqual([])
  })

  it('by any statement of the desk: the database refuses', async () => {
    const question = await publishedQuestion(6)
    await propose(reviewer, question.id, accept(0))
    const id = Number((await proposalOf(question.id))?.id)
    const at = '2026-11-24T00:00:00.000Z'
    const disabled = await enrolled('Key leaver', 'reviewer')
    await rows('UPDATE operators SET disabled_at = ? WHERE id = ?', at, disabled.id)
    const approve = `UPDATE ruling_proposals
      SET state = 'approved', decided_at = '${at}', decided_by`
    const refused = [
      ...[reviewer, author, disabled].map((person) => `${approve} = ${person.id} WHERE id = ${id}`),
      `${approve} = 999999 WHERE id = ${id}`,
      `${approve} = ${owner.id}, accepted = '[1]' WHERE id = ${id}`,
      `${approve} = ${owner.id}, reason = '{}' WHERE id = ${id}`,
      `DELETE FROM ruling_proposals WHERE id = ${id}`,
      `INSERT OR REPLACE INTO ruling_proposals
         SELECT id, question_id, wording, kind, accepted, award, locale, reason, reports,
           ${owner.id}, proposed_at, state, NULL, NULL, NULL
         FROM ruling_proposals WHERE id = ${id}`,
      `INSERT INTO ruling_proposals (question_id, kind, accepted, reason, reports, proposed_by,
         proposed_at, state, decided_by, decided_at)
         SELECT question_id, kind, accepted, reason, reports, proposed_by, proposed_at, 'approved',
           ${owner.id}, '${at}' FROM ruling_proposals WHERE id = ${id}`,
      `INSERT INTO key_rulings (question_id, kind, accepted, reason, decided_at, proposal_id)
         SELECT question_id, kind, accepted, reason, '${at}', id FROM ruling_proposals
         WHERE id = ${id}`,
    ]
    for (const text of refused) await expect(run({ text, values: [] }), text).rejects.toThrow()
    expect(await rulingsOf(question.id)).toEqual([])
    expect((await proposalOf(question.id))?.state).toBe('proposed')
  })
})

describe('a question', () => {
  it('is found by its paper and number', async () => {
    const question = await publishedQuestion(7)
    const path = `/keys?paper=${question.paper}&number=${question.number}`
    const answer = await author.browser.get(path)
    expect(answer.headers.get('location')).toBe(`/keys/${question.id}`)
    const missing = await author.browser.get(`/keys?paper=${question.paper}&number=999`)
    expect([missing.status, await missing.text()]).toEqual([
      404,
      expect.stringContaining('ಇಂಥ ಪ್ರಶ್ನೆ ಸೈಟ್‌ನಲ್ಲಿ ಇಲ್ಲ'),
    ])
    expect((await author.browser.get('/keys/no-such-question')).status).toBe(404)
  })
})
