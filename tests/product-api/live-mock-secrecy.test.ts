import { beforeAll, describe, expect, it, vi } from 'vitest'
import { codeText } from '../../domain/live-mock/opening-code.ts'
import { describedOperations } from '../support/described-requests.ts'
import { call, send, startEmulatedProductApi } from '../support/emulated-product-api.ts'
import { secretWords } from '../support/live-mock-source.ts'
import { loadLiveMock, secretsOf } from '../support/live-mocks.ts'
import { allTables } from '../support/planted-person.ts'
import { database } from '../support/product-api.ts'

// Nothing of a sealed paper is in any answer or any row before the bell.

beforeAll(startEmulatedProductApi)
vi.setConfig({ testTimeout: 120_000 })

const slug = 'live-secrecy'

describe('before the bell', () => {
  it('no row of the database has a text of the paper, and one table alone its code', async () => {
    await loadLiveMock({ slug, bell: new Date(Date.now() + 3_600_000) })
    const { code = '', paperKey = '' } = (await secretsOf(slug)) ?? {}
    const found: string[] = []
    for (const table of await allTables()) {
      const { results } = await database().prepare(`SELECT * FROM ${table}`).all()
      const text = JSON.stringify(results)
      for (const secret of [...secretWords, code, paperKey])
        if (text.includes(secret)) found.push(`${table} ${secret}`)
    }
    expect(found).toEqual([`live_mock_keys ${code}`, `live_mock_keys ${paperKey}`])
  })

  it('no answer of any operation has them, also when it names the live mock', async () => {
    const { code = '', paperKey = '' } = (await secretsOf(slug)) ?? {}
    const secrets = [...secretWords, code, codeText(code), paperKey]
    const { jwt } = await call('GET', '/api/guest/token')
    const body = { data: { exam: 'vao-paper-1', state: '29', locale: 'kn' } }
    const entered = await call('POST', `/api/live-mocks/${slug}/entries`, { jwt, body })
    const { id } = (entered.data as unknown as { attempt: { id: string } }).attempt
    const leaks: string[] = []
    const check = async (path: string, init: RequestInit) => {
      const text = await (await send(path, init)).text()
      if (secrets.some((secret) => text.includes(secret))) leaks.push(`${init.method} ${path}`)
    }
    for (const operation of (await describedOperations()).operations) {
      const { path, init } = await operation.request(jwt)
      const named = operation.path
        .replace('{slug}', slug)
        .replace('{id}', id)
        .replace(/\{\w+\}/g, slug)
      const queries =
        operation.method === 'GET'
          ? ['?populate=*&pagination[pageSize]=100&sort=id:desc', `?q=Zyxquestion&attempt=${id}`]
          : []
      for (const target of [path, named, ...queries.map((query) => named + query)])
        await check(target, init)
    }
    for (const word of secretWords)
      await check(`/api/search?q=${encodeURIComponent(word)}`, { method: 'GET' })
    await check(`/api/user-test-progresses/${id}/paper`, {
      method: 'GET',
      headers: { authorization: `Bearer ${jwt}` },
    })
    // The example of `openingCode` is of another live mock, which has begun.
    expect(leaks).toEqual([])
  })
})
