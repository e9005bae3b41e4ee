import { beforeAll, describe, expect, it } from 'vitest'
import { selectStoredId } from '../../product-api/attempts/attempt-start.ts'
import { databaseOverBatches, type Database, type Statement } from '../../product-api/database.ts'
import { runOn } from '../../product-api/grouped-reads.ts'
import { selectGuest, selectMember } from '../../product-api/identity/authentication.ts'
import { runJoined } from '../../product-api/joined-reads.ts'
import { applyPendingRulings } from '../../product-api/scoring/pending-rulings.ts'
import { selectCounted } from '../../product-api/scoring/result/comparison.ts'
import { selectScoreChanges } from '../../product-api/scoring/result/score-changes.ts'
import { selectReportsOf } from '../../product-api/scoring/question-reports.ts'
import { keysOf, newMember, shortPaper, type TestTaker } from '../support/attempts.ts'
import { editorIdOf, ruleAbout, takeTest, times } from '../support/rulings.ts'
import { claimsIn, signedInByPhone, simulateGateways } from '../emulators/identity.ts'
import { database, getBody, requestProductApi } from '../support/product-api.ts'

beforeAll(simulateGateways)

/** Runs the statements alone and joined, which must answer the same. */
async function bothWays(db: Database, statements: readonly Statement[]) {
  const sent: Statement[] = []
  const alone = (await runOn(db, statements)).map(({ results }) => results)
  const joined = await runJoined(statements, (list) => (sent.push(...list), runOn(db, list)))
  expect(joined.map(({ results }) => results)).toEqual(alone)
  return { rows: alone, sent }
}

/** Statements of the product's own, as data. */
function asData(select: (db: Database) => unknown): Statement {
  const db = databaseOverBatches(() => Promise.reject(new Error('It is not run')))
  return select(db) as Statement
}

const newGuest = async () => {
  const { guestId } = await getBody<{ guestId: string }>('/api/guest/token')
  return guestId
}

describe('reads by a key', () => {
  it('are one statement for all keys, beside others, and each gets its own rows', async () => {
    const [one, other] = [await newGuest(), await newGuest()]
    const ids = [one, 'nobody', other, one]
    const plain = { text: 'SELECT ? + 1 AS n', values: [7] }
    const { rows, sent } = await bothWays(database(), [
      ...ids.map((id) => asData((db) => selectGuest(db, id))),
      plain,
      asData((db) => selectStoredId(db, one)),
    ])
    expect(rows).toEqual([
      [{ asked: 0, id: one }],
      [],
      [{ asked: 0, id: other }],
      [{ asked: 0, id: one }],
      [{ n: 8 }],
      [],
    ])
    expect(sent).toHaveLength(3)
  })

  it('of members need the session and its member', async () => {
    const members = [await signedInByPhone(), await signedInByPhone()]
    const [one, other] = members.map(({ jwt, user }) => ({
      ...{ id: user.id, sessionId: claimsIn(jwt).sessionId },
    }))
    const { rows } = await bothWays(
      database(),
      [one!, other!, { id: one!.id, sessionId: other!.sessionId }].map((claims) =>
        asData((db) => selectMember(db, claims)),
      ),
    )
    expect(rows.map((list) => list.map(({ id }) => id))).toEqual([[one!.id], [other!.id], []])
  })

  it('with many rows keep their order and their limit for each key', async () => {
    const readers = await Promise.all(
      [3, 120, 0].map(async (reports) => {
        const { jwt, guestId } = await getBody<{ jwt: string; guestId: string }>('/api/guest/token')
        await database()
          .prepare(
            `INSERT INTO question_reports
               (document_id, question_id, locale, reason, message, guest_id, status, created_at)
             SELECT 'report ' || ?1 || value, (SELECT min(id) FROM questions), 'en', 'other',
               'n ' || value, ?1, 'open', '2026-11-29T05:00:00.000Z'
             FROM json_each(?2)`,
          )
          .bind(guestId, JSON.stringify(Array.from({ length: reports }, (_, n) => n)))
          .run()
        return { jwt, guestId }
      }),
    )
    const { rows, sent } = await bothWays(
      database(),
      readers.map(({ guestId }) =>
        asData((db) => selectReportsOf(db, { kind: 'guest', id: guestId })),
      ),
    )
    expect(sent).toHaveLength(1)
    expect(rows.map((list) => list.length)).toEqual([3, 100, 0])
    expect(rows[1]!.slice(0, 2).map(({ message }) => message)).toEqual(['n 119', 'n 118'])
    const response = await requestProductApi('/api/question-reports', {
      headers: { authorization: `Bearer ${readers[0]!.jwt}` },
    })
    const { data } = await response.json<{ data: unknown[] }>()
    expect(data).toHaveLength(3)
  })

  it('of results give each attempt its own marks and its changes in their order', async () => {
    const [one, other] = [await newMember(), await newMember()]
    const keys = await keysOf(shortPaper)
    const taken = (who: TestTaker, outcome: 'right' | 'wrong') =>
      takeTest(who, shortPaper, times(10, outcome), { keys })
    const ids = [await taken(one, 'right'), await taken(other, 'wrong')]
    for (const number of [3, 1])
      await ruleAbout(await editorIdOf(shortPaper, number), { kind: 'cancel', award: 'nobody' })
    await applyPendingRulings(database(), new Date())
    const { rows, sent } = await bothWays(
      database(),
      [...ids, 'nobody'].flatMap((id) => [
        asData((db) => selectCounted(db, { id } as Parameters<typeof selectCounted>[1])),
        asData((db) => selectScoreChanges(db, id)),
      ]),
    )
    expect(sent).toHaveLength(2)
    const [marksOfOne = [], changesOfOne = [], marksOfOther = [], changesOfOther = []] = rows
    expect(marksOfOne[0]?.score_units).not.toBe(marksOfOther[0]?.score_units)
    for (const changes of [changesOfOne, changesOfOther])
      expect(changes.map(({ number }) => number)).toEqual([3, 1])
    expect(changesOfOne[0]?.from_units).not.toBe(changesOfOther[0]?.from_units)
    expect(rows.slice(4)).toEqual([[], []])
  })
})
