import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { contactKey } from '../../domain/contact.ts'
import { storeFullJournal } from '../../product-api/attempts/full-journal.ts'
import type { StoredEntry } from '../../product-api/attempts/stored-entries.ts'
import { guestClaims } from '../../product-api/guest-claims.ts'
import { databaseOfReader } from '../../product-api/reader.ts'
import { describedOperations, type DescribedOperation } from '../support/described-requests.ts'
import {
  call,
  lastMessageTo,
  newEmail,
  password,
  resetLimits,
  send,
  startEmulatedProductApi,
} from '../support/emulated-product-api.ts'
import {
  allTables,
  personalTables,
  plantPerson,
  tracesIn,
  type PlantedPerson,
} from '../support/planted-person.ts'
import { database } from '../support/product-api.ts'
import { bindings } from '../support/readers.ts'

let operations: DescribedOperation[]
/** What went to the crash log, in place of Analytics Engine. */
const crashes: unknown[] = []

beforeAll(async () => {
  startEmulatedProductApi()
  const bindings = env as unknown as Record<string, unknown>
  bindings.CRASH_LOG = { writeDataPoint: (point: unknown) => crashes.push(point) }
  operations = (await describedOperations()).operations
}, 60_000)

describe('erasing an account', () => {
  it('leaves no trace of the person in any table or log, and everything of others', async () => {
    const [person, other] = [await plantPerson('marker-erased'), await plantPerson('marker-stays')]
    const [about, tables] = [await personalTables(), await allTables()]
    const logJson = { message: `${person.marker}@example.in ${person.phone}` }
    const logTime = new Date().toISOString()
    await call('POST', '/api/front-end-logs', { jwt: person.jwt, body: { logJson, logTime } })
    // The guest signs in: what was a guest's is the member's.
    await database().batch([
      database()
        .prepare('UPDATE attempts SET user_id = ?, guest_id = NULL WHERE guest_id = ?')
        .bind(person.id, person.guestId),
      ...guestClaims.flatMap((claim) => claim(database(), person.guestId, person.id)),
    ])
    const before = await tracesOf(tables, person)
    const notPlanted = Object.entries(before).filter(
      ([table, rows]) => about.includes(table) && rows === 0,
    )
    // Guests and counters are named by random ids alone; the others of a payment by the payment.
    const named = [
      ...['guests', 'payment_events', 'payment_handoffs', 'score_changes', 'attempt_marks'],
      'rescored_attempts',
      // It is compressed.
      'journal_archives',
      ...['tax_documents', 'tax_document_mails', 'settlement_entries', 'payment_returns'],
      'refund_proposals',
    ]
    expect(notPlanted.map(([table]) => table).filter((table) => !named.includes(table))).toEqual([])
    const othersBefore = await tracesOf(tables, other)

    const answer = await send('/api/users/me', {
      method: 'DELETE',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${person.jwt}` },
      body: JSON.stringify({ confirm: true }),
    })
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])

    const after = await tracesOf(tables, person)
    expect(Object.entries(after).filter(([, rows]) => rows > 0)).toEqual([])
    for (const trace of [person.marker, person.phone.slice(3)])
      expect(JSON.stringify(crashes)).not.toContain(trace)
    expect(await tracesOf(tables, other)).toEqual(othersBefore)
  })

  it('leaves no trace in the bucket of whole journals, and those of others', async () => {
    const [person, other] = [await plantPerson('marker-r2'), await plantPerson('marker-r2-stays')]
    for (const planted of [person, other]) await plantFullJournal(planted)
    const traces = async () => [await bucketTraces('marker-r2.'), await bucketTraces(other.marker)]
    expect(await traces()).toEqual([1, 1])
    await call('DELETE', '/api/users/me', { jwt: person.jwt, body: { confirm: true } })
    expect(await traces()).toEqual([0, 1])
  })

  it.each([
    [' Ravi.K@Example.IN ', 'ravi.k@example.in'],
    ['mailto:ravi.k@example.in', 'ravi.k@example.in'],
    ['ravi.k@example.in\u200b', 'ravi.k@example.in'],
    ['ｒａｖｉ.k@example.in', 'ravi.k@example.in'],
    ['98450 12345', '+919845012345'],
    ['098450-12345', '+919845012345'],
    ['+91 (98450) 12345', '+919845012345'],
    ['೯೮೪೫೦೧೨೩೪೫', '+919845012345'],
    ['౯౮౪౫౦ ౧౨౩౪౫', '+919845012345'],
    ['', ''],
    ['no contact', ''],
    ['12345', ''],
  ])('finds feedback whose contact was spelled %j', (typed, key) => {
    expect(contactKey(typed)).toBe(key)
  })
})

const exportOf = async (jwt: string) => {
  const headers = { authorization: `Bearer ${jwt}` }
  const answer = await send('/api/users/me/export', { headers })
  return answer.json<{ feedbacks: { message: string }[]; reports: unknown[] }>()
}

describe('the export of an account', () => {
  const feedbackOf = async (jwt: string) => (await exportOf(jwt)).feedbacks

  it('has no feedback that was sent without a contact', async () => {
    await call('POST', '/api/feedbacks', { body: { data: { message: 'ಯಾರದೋ' } } })
    const email = newEmail()
    const byMail = await call('POST', '/api/auth/local/register', { body: { email, password } })
    expect(await feedbackOf(byMail.jwt)).toEqual([])
  })

  it('neither shows nor erases feedback under an address that is not confirmed', async () => {
    const email = newEmail()
    await call('POST', '/api/feedbacks', {
      body: { data: { message: 'of the owner', contact: email } },
    })
    const squatter = await call('POST', '/api/auth/local/register', { body: { email, password } })
    expect(await feedbackOf(squatter.jwt)).toEqual([])
    await call('DELETE', '/api/users/me', { jwt: squatter.jwt, body: { password } })
    const { results } = await database()
      .prepare('SELECT message FROM feedbacks WHERE contact_key = ?')
      .bind(email)
      .all()
    expect(results).toEqual([{ message: 'of the owner' }])
  })

  it('has no report that only claims the user’s id', async () => {
    const { jwt, user } = await call('POST', '/api/auth/local/register', {
      body: { email: newEmail(), password },
    })
    const data = { jsonData: { message: 'planted' }, type: 't', url: '/x', userId: user.id }
    await call('POST', '/api/nextroute', { body: { data } })
    expect((await exportOf(jwt)).reports).toEqual([])
  })
})

describe('no answer of one person', () => {
  it('contains another’s marker, whatever ids and filters the request names', async () => {
    const [one, other] = [await plantPerson('marker-of-one'), await plantPerson('marker-of-other')]
    const guest = (await call('GET', '/api/guest/token')).jwt
    const own: string[] = []
    const leaks: string[] = []
    for (const operation of operations) {
      if (operation.operationId === 'deleteOwnUser') continue
      for (const jwt of [one.jwt, guest, undefined])
        for (const { path, init } of await requestsAbout(operation, other, jwt)) {
          await resetLimits()
          const answer = await send(path, init)
          const text = await answer.text()
          if (text.includes(one.marker)) own.push(operation.operationId)
          if (leaksOf(other, text, path + (typeof init.body === 'string' ? init.body : '')))
            leaks.push(`${operation.method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
          if (operation.operationId.startsWith('signOut')) one.jwt = await freshJwt(one)
        }
    }
    expect(leaks).toEqual([])
    // The markers are where they would be seen.
    expect([...new Set(own)]).toEqual(expect.arrayContaining(['ownUser', 'exportOwnData']))
  }, 120_000)
})

/** Requests in somebody's name that name everything of another person. */
async function requestsAbout(operation: DescribedOperation, other: PlantedPerson, jwt?: string) {
  const { path, init } = await operation.request(jwt)
  const headers = { ...(init.headers as Record<string, string>) }
  if (jwt === undefined) delete headers.authorization
  const base = { ...init, headers }
  const names: Record<string, string[]> = {
    id: [String(other.id), other.attempt, other.payment, other.sessionId],
    tx: [other.payment],
    token: [other.refreshToken],
  }
  const template = operation.path
  const named = /\{(id|tx|token)\}/.exec(template)?.[1]
  const paths = named
    ? names[named]!.map((value) => template.replace(`{${named}}`, value).replace(/\{\w+\}/g, 'x'))
    : []
  const queries =
    operation.method === 'GET' && !template.includes('{')
      ? [
          `?filters[user][id][$eq]=${other.id}&populate=*`,
          `?filters[id][$gt]=0&populate=*&pagination[pageSize]=100&sort=id:desc`,
          `?id=${other.payment}&transactionId=${other.payment}&attempt=${other.attempt}`,
          `?userId=${other.id}&user_id=${other.id}&guestId=${other.guestId}`,
          `?populate[user]=*&populate=user&populate=plan.state`,
        ].map((query) => template + query)
      : []
  return [path, ...paths, ...queries].map((target) => ({ path: target, init: base }))
}

const leaksOf = (other: PlantedPerson, text: string, request: string) =>
  [other.marker, other.phone.slice(3), other.attempt, other.payment, other.sessionId].some(
    (secret) => text.includes(secret) && !request.includes(secret),
  ) || text.includes(other.marker)

async function freshJwt({ phone }: PlantedPerson): Promise<string> {
  await resetLimits()
  await call('POST', '/api/auth/local/registerPhone', { body: { phone } })
  const otp = /\d{6}/.exec(await lastMessageTo(phone))?.[0] ?? ''
  return (await call('POST', '/api/auth/local/verifyOtp', { body: { phone, otp } })).jwt
}

/** Puts a whole journal into the bucket, for an attempt that is moved to an object of its own: the
 *  rows of before stay as they are. */
async function plantFullJournal({ id, marker }: PlantedPerson) {
  const own = databaseOfReader(bindings.READERS, { kind: 'member', id })
  const attempt = crypto.randomUUID()
  await own
    .prepare(
      `INSERT INTO attempts (id, version_id, test_id, user_id, mode, locale, right_by, started_at,
         submitted_at, submitted_by, score_units, updated_at, is_compacted, full_until)
       VALUES (?1, 9001, 1, ?2, 'practice', 'kn', 'free', ?3, ?3, 'reader', 0, ?3, 1,
         '2036-01-01')`,
    )
    .bind(attempt, id, '2026-11-20T06:00:00.000Z')
    .run()
  const entry: StoredEntry = {
    ...{ id: `${marker}.1`, n: 1, writer: marker, tick: 1, at: 1, kind: 'unreadable' },
    ...{ question: marker, option: null, locale: null, spentMs: 0, device: marker, seen: null },
    ...{ via: null, claimedAt: null, receivedAt: 1, standing: 'impossible', raw: marker },
  }
  const row = { id: attempt, version_id: 9001, is_compacted: 0 }
  await storeFullJournal(bindings.JOURNALS!, row, [entry], [])
}

/** How many files of the bucket have a text. */
async function bucketTraces(marker: string) {
  const bucket = bindings.JOURNALS as unknown as R2Bucket
  const { objects } = await bucket.list()
  const texts = await Promise.all(
    objects.map(async ({ key }) => {
      const file = (await bucket.get(key))!.body.pipeThrough(new DecompressionStream('gzip'))
      return new Response(file).text()
    }),
  )
  return texts.filter((text) => text.includes(marker)).length
}

async function tracesOf(tables: readonly string[], person: PlantedPerson) {
  const entries = await Promise.all(
    tables.map(async (table) => [table, (await tracesIn(table, person)).length] as const),
  )
  return Object.fromEntries(entries)
}
