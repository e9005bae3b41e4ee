import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runStatements } from '../../product-api/database.ts'
import { remoteDatabase } from '../../tasks/remote-database.ts'
import { account, databaseId, startD1Api, token, type D1Api } from '../support/d1-api.ts'
import { sqlite } from '../support/sqlite-database.ts'

let api: D1Api
const database = sqlite()
beforeAll(async () => {
  api = await startD1Api({ database })
  for (const [name, value] of Object.entries(api.settings)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await api.stop()
})

const run = (...statements: [text: string, ...values: (string | number)[]][]) =>
  runStatements(
    remoteDatabase(),
    statements.map(([text, ...values]) => ({ text, values })),
  )

describe('the stand-in of the D1 API', () => {
  it('runs a batch as one transaction', async () => {
    const insert = "INSERT INTO locales VALUES ('xx', 'X', 0, '', '')"
    await expect(run([insert], ['SELECT * FROM no_table'])).rejects.toMatchObject({
      outcome: 'refused',
      message: 'no such table: no_table: SQLITE_ERROR',
    })
    expect(await run(["SELECT count(*) AS n FROM locales WHERE code = 'xx'"])).toEqual([[{ n: 0 }]])
  })

  it('returns rows and values as they were bound', async () => {
    expect(await run(['SELECT ? AS a, ? AS b', 'ಕನ್ನಡ', 2])).toEqual([[{ a: 'ಕನ್ನಡ', b: 2 }]])
  })

  it.each([
    ['a statement of 100 KB', `SELECT '${'x'.repeat(100_000)}'`, []],
    ['101 values', `SELECT ${Array(101).fill('?').join()}`, Array<number>(101).fill(1)],
    ['a value of more than 2 MB', 'SELECT ?', ['ಕ'.repeat(700_000)]],
    [
      'a foreign key without a row',
      "INSERT INTO state_texts (state_id, locale, name) VALUES (99, 'kn', 'x')",
      [],
    ],
  ])('refuses %s', async (_, text, values) => {
    await expect(run([text, ...values])).rejects.toMatchObject({ outcome: 'refused' })
  })

  it('knows one database and one account', async () => {
    vi.stubEnv('D1_DATABASE_ID', '11111111-1111-1111-1111-111111111111')
    await expect(run(['SELECT 1'])).rejects.toMatchObject({ outcome: 'not-run' })
    vi.stubEnv('D1_DATABASE_ID', api.settings.D1_DATABASE_ID)
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', 'another')
    await expect(run(['SELECT 1'])).rejects.toMatchObject({ outcome: 'not-run' })
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', api.settings.CLOUDFLARE_ACCOUNT_ID)
  })

  it('runs the statements of one text, and counts 1,200 requests in five minutes', async () => {
    const path = `accounts/${account}/d1/database/${databaseId}/query`
    const query = (body: object) =>
      fetch(`${api.url}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    const answer = await query({ sql: 'SELECT 1 AS a; -- one\nSELECT 2 AS b;' })
    expect(await answer.json()).toMatchObject({
      success: true,
      result: [{ results: [{ a: 1 }] }, { results: [{ b: 2 }] }],
    })
    let status = 200
    let requests = api.requests.length
    for (; status === 200 && requests <= 1201; requests += 1)
      status = (await query({ sql: 'SELECT 1' })).status
    expect([status, requests]).toEqual([429, 1201])
  }, 30_000)
})
