import { beforeAll, describe, expect, it } from 'vitest'
import { publishDueDays } from '../../desk/affairs/publication.ts'
import { addDays } from '../../domain/india-time.ts'
import { database, enrolled, rows, run, type SignedIn } from '../support/desk.ts'
import {
  approve,
  complete,
  freshDay,
  later,
  pagesOf,
  save,
  send,
  stateOf,
  today,
} from '../support/desk-affairs.ts'
import { seededRandom } from '../support/seeded-random.ts'

// Nothing is published by its author alone.

let author: SignedIn
let reviewer: SignedIn
let other: SignedIn
let owner: SignedIn
beforeAll(async () => {
  author = await enrolled('Affairs author', 'author')
  reviewer = await enrolled('Affairs reviewer', 'reviewer')
  other = await enrolled('Other author', 'author')
  owner = await enrolled('Affairs owner', 'owner')
})

describe('the second person', () => {
  it('is not the author, whatever the role', async () => {
    for (const person of [reviewer, owner]) {
      const date = freshDay()
      await send(person, date, complete())
      const answer = await approve(person, date)
      expect(answer.status).toBe(409)
      expect(await answer.text()).toContain('ನೀವೇ ಬರೆದದ್ದನ್ನು')
      expect(await stateOf(date)).toBe('review')
    }
  })

  it('approves the version that was read, not one that came meanwhile', async () => {
    const date = freshDay()
    await send(author, date, complete())
    await send(author, date, complete({ version: '1', 'title.kn': 'ಬದಲಾದ ಶೀರ್ಷಿಕೆ' }))
    const answer = await approve(reviewer, date, { version: '1' })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('ಬದಲಾದ ಶೀರ್ಷಿಕೆ')
    expect(await stateOf(date)).toBe('review')
  })

  it('returns a text with a reason, which its author reads', async () => {
    const date = freshDay()
    await send(author, date, complete())
    const without = await reviewer.browser.post(`/affairs/${date}/return`, { version: '1' })
    expect(without.status).toBe(422)
    const note = 'ಮೂಲದ ಕೊಂಡಿ ತೆರೆಯುತ್ತಿಲ್ಲ'
    await reviewer.browser.post(`/affairs/${date}/return`, { version: '1', note })
    expect(await stateOf(date)).toBe('draft')
    expect(await author.browser.text(`/affairs/${date}`)).toContain(note)
  })

  it('is needed again when an approved text is changed', async () => {
    const date = freshDay()
    await send(author, date, complete())
    await approve(reviewer, date)
    await save(author, date, complete({ version: '1', 'title.kn': 'ಬದಲಾದ ಶೀರ್ಷಿಕೆ' }))
    expect(await stateOf(date)).toBe('draft')
    await publishDueDays(database(), later(date))
    expect(await pagesOf(date)).toEqual([])
  })

  it(
    'cannot be avoided by any sequence of requests of one person',
    { timeout: 90_000 },
    async () => {
      const { integerBelow, itemOf } = seededRandom(20261124)
      const alone = [
        author,
        await enrolled('Alone reviewer', 'reviewer'),
        await enrolled('Alone owner', 'owner'),
      ]
      const before = await rows('SELECT count(*) AS pages FROM pages')
      for (const person of alone) {
        const dates = [freshDay(), freshDay()]
        for (let step = 0; step < 40; step++) {
          const date = itemOf(dates)
          const version = String(integerBelow(8))
          const action = itemOf([
            'save',
            'send',
            'send',
            'approve',
            'approve',
            'return',
            'withdraw',
          ])
          const title = `ಶೀರ್ಷಿಕೆ ${integerBelow(3)}`
          const times = { publishDay: addDays(today, -1), publishTime: '06:00' }
          if (action === 'save' || action === 'send')
            await person.browser.post(
              `/affairs/${date}`,
              complete({ 'title.kn': title, version, do: action, ...times }),
            )
          else
            await person.browser.post(`/affairs/${date}/${action}`, {
              ...{ version, note: 'ತಿದ್ದಿ', author: '1', approver_id: '1', state: 'published' },
              ...times,
            })
          if (step % 5 === 0) await publishDueDays(database(), later(addDays(date, 40)))
        }
        for (const date of dates) expect(await pagesOf(date)).toEqual([])
      }
      expect(await rows('SELECT count(*) AS pages FROM pages')).toEqual(before)
    },
  )

  describe('is held by the database:', () => {
    let date = ''
    beforeAll(async () => {
      date = freshDay()
      await send(author, date, complete())
    })
    const attempts: [string, (date: string) => string][] = [
      [
        'an approval by the author',
        () => `INSERT INTO affairs_approvals VALUES ('DATE', 1, ${author.id}, '')`,
      ],
      [
        'an approval by an author of other texts',
        () => `INSERT INTO affairs_approvals VALUES ('DATE', 1, ${other.id}, '')`,
      ],
      [
        'a replaced approval',
        () => `INSERT OR REPLACE INTO affairs_approvals VALUES ('DATE', 1, ${author.id}, '')`,
      ],
      ['a state', () => `UPDATE affairs_days SET state = 'scheduled' WHERE date = 'DATE'`],
      [
        'a published state',
        () => `UPDATE affairs_days SET state = 'published' WHERE date = 'DATE'`,
      ],
      [
        'another author of a version',
        () => `UPDATE affairs_versions SET author_id = ${other.id} WHERE date = 'DATE'`,
      ],
      [
        'another text of a version',
        () => `UPDATE affairs_versions SET content = '{}' WHERE date = 'DATE'`,
      ],
      [
        'a replaced version',
        () =>
          `INSERT OR REPLACE INTO affairs_versions
           SELECT date, version, ${other.id}, content, digest, '' FROM affairs_versions
           WHERE date = 'DATE'`,
      ],
      ['a deleted version', () => `DELETE FROM affairs_versions WHERE date = 'DATE'`],
      [
        'a file of the desk that nobody approved',
        () => `INSERT INTO content_files VALUES ('desk:affairs/DATE', 'x', '')`,
      ],
      [
        'a file of the desk with the digest of what is not approved',
        () =>
          `INSERT INTO content_files
           SELECT 'desk:affairs/' || date, digest, '' FROM affairs_versions WHERE date = 'DATE'`,
      ],
    ]
    it.each(attempts)('%s is refused', async (_what, textFor) => {
      const text = textFor(date).replaceAll('DATE', date)
      await expect(run({ text, values: [] })).rejects.toThrow()
      expect(await stateOf(date)).toBe('review')
    })
  })
})
