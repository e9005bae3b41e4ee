import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { forgetExpiredGuests } from '../../product-api/attempts/object-care.ts'
import { objectOf } from '../../product-api/reader.ts'
import { bindings } from '../support/readers.ts'
import {
  call,
  updateRows,
  simulateGateways,
  password,
  registerMember,
  secondsAgo,
} from '../emulators/identity.ts'
import {
  attemptsPath,
  keysOf,
  newGuest,
  newMember,
  newWriter,
  paperWithoutBlankPenalty,
  selectRows,
  shortPaper,
  startedEarlier,
  testTaker,
  type TestTaker,
  visitor,
} from '../support/attempts.ts'

beforeAll(simulateGateways)

const claim = (who: Pick<TestTaker, 'request'>, guestToken: unknown) =>
  who.request<{ moved: number }>('POST', `${attemptsPath}/claim`, { data: { guestToken } })

describe('claiming a guest’s data', () => {
  it('moves started attempts to the member, who continues them', async () => {
    const [guest, member] = [await newGuest(), await newMember()]
    const { data: one } = await guest.start()
    const { data: two } = await guest.start({ test: paperWithoutBlankPenalty, mode: 'practice' })
    const { questions } = await guest.paper(one.id)
    const event = newWriter()({ question: questions[0]!.id, option: 1 })
    await guest.send(one.id, [event])
    expect(await claim(member, guest.jwt)).toMatchObject({ status: 200, data: { moved: 2 } })
    expect((await guest.read(one.id)).status).toBe(404)
    expect((await member.eventsAfter(one.id)).data.events).toEqual([event])
    const list = await member.request<{ id: string }[]>('GET', attemptsPath)
    expect(list.data.map(({ id }) => id)).toEqual([two.id, one.id])
    expect((await member.submit(one.id)).data.status).toBe('submitted')
    expect((await claim(member, guest.jwt)).data.moved).toBe(0)
  })

  it('moves question reports to the member', async () => {
    const [guest, member] = [await newGuest(), await newMember()]
    await updateRows(
      `INSERT INTO question_reports (
         document_id, question_id, locale, reason, message, guest_id, status, created_at)
       SELECT ?, id, 'kn', 'key', 'ಕೀ ತಪ್ಪು', ?, 'open', '' FROM questions LIMIT 1`,
      ...[crypto.randomUUID(), guest.guestId],
    )
    await claim(member, guest.jwt)
    const reports = await selectRows(
      'SELECT guest_id, message FROM question_reports WHERE user_id = ?',
      member.userId,
    )
    expect(reports).toEqual([{ guest_id: null, message: 'ಕೀ ತಪ್ಪು' }])
  })

  it('compares only the first of the merged attempts with others', async () => {
    const [guest, member] = [await newGuest(), await newMember()]
    const take = async (who: typeof visitor) => {
      const { data } = await who.start()
      const write = newWriter()
      const events = [...(await keysOf(shortPaper)).keys()].map((question) =>
        write({ question, option: 0 }),
      )
      await startedEarlier(data.id)
      return (await who.submit(data.id, { events })).data.id
    }
    const attempts = [await take(guest), await take(member)]
    const compared = async () =>
      Promise.all(
        attempts.map(
          async (id) =>
            (await selectRows('SELECT is_compared FROM attempts WHERE id = ?', id))[0]?.is_compared,
        ),
      )
    expect(await compared()).toEqual([1, 1])
    await claim(member, guest.jwt)
    expect(await compared()).toEqual([1, 0])
  })

  it('requires a member’s token and a valid guest token', async () => {
    const [guest, member, other] = [await newGuest(), await newMember(), await newMember()]
    const { data } = await guest.start()
    expect((await claim(visitor, guest.jwt)).status).toBe(403)
    expect((await claim(guest, guest.jwt)).status).toBe(403)
    for (const token of ['nonsense', other.jwt, `${guest.jwt}x`, 7])
      expect((await claim(member, token)).status).toBe(400)
    expect((await guest.read(data.id)).status).toBe(200)
  })
})

describe('personal data of test takers', () => {
  it('is included in the export', async () => {
    const { jwt } = await registerMember()
    const member = testTaker(jwt)
    const { data } = await member.start()
    const { questions } = await member.paper(data.id)
    await member.send(data.id, [newWriter()({ question: questions[0]!.id, option: 1 }), 'odd'])
    await member.submit(data.id)
    const { body } = await call('GET', '/api/users/me/export', { jwt })
    expect(body).toMatchObject({
      attempts: [{ id: data.id, test: shortPaper, mode: 'exam', score_units: expect.any(Number) }],
      answers: [
        { attempt_id: data.id, kind: 'save', option: 1, standing: 'counted' },
        { standing: 'impossible', raw: '"odd"' },
      ],
      questionReports: [],
    })
  })

  it('is deleted with the account', async () => {
    const { jwt } = await registerMember()
    const member = testTaker(jwt)
    const { data } = await member.start()
    await member.send(data.id, [newWriter()({})])
    await member.submit(data.id)
    await call('DELETE', '/api/users/me', { jwt, body: { password } })
    for (const table of ['journal_segments', 'attempt_marks'])
      expect(await selectRows(`SELECT 1 FROM ${table} WHERE attempt_id = ?`, data.id)).toEqual([])
    expect(await selectRows('SELECT 1 FROM attempts WHERE id = ?', data.id)).toEqual([])
  })

  it('is deleted with an expired guest, and with no other guest', async () => {
    const [old, young] = [await newGuest(), await newGuest()]
    const ids = [(await old.start()).data.id, (await young.start()).data.id]
    await updateRows('UPDATE guests SET expires_at = ? WHERE id = ?', secondsAgo(1), old.guestId)
    await forgetExpiredGuests(bindings, new Date())
    expect(await selectRows('SELECT id FROM guests WHERE id = ?', old.guestId)).toEqual([])
    const left = await selectRows(
      'SELECT id FROM attempts WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    )
    expect(left).toEqual([{ id: ids[1] }])
  })

  it('is not begun anew by a page that a forgotten guest has left open', async () => {
    const guest = await newGuest()
    const { id } = (await guest.start()).data
    await updateRows('UPDATE guests SET expires_at = ? WHERE id = ?', secondsAgo(1), guest.guestId)
    await forgetExpiredGuests(bindings, new Date())
    const { status } = await guest.send(id, [newWriter()({})])
    expect([status, (await guest.read(id)).status]).toEqual([401, 401])
    const object = objectOf(bindings.READERS, { kind: 'guest', id: guest.guestId })
    await runInDurableObject(
      object as unknown as DurableObjectStub,
      async (_object, { storage }) => {
        expect((await storage.list()).size).toBe(0)
        const tables = storage.sql.exec(`SELECT name FROM sqlite_schema WHERE name = 'facts'`)
        expect(tables.toArray()).toEqual([])
      },
    )
  })
})
