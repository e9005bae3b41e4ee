import { publishLiveMocks } from '../../product-api/live-mocks/publication.ts'
import { call } from './emulated-product-api.ts'
import { loadLiveMock } from './live-mocks.ts'
import { database } from './product-api.ts'

/** A live mock that has begun, with an entry of the member, and one whose ranks are published. */
export async function liveMockExamples(jwt: string): Promise<Record<string, () => object>> {
  const now = Date.now()
  const [hour, entry] = [3_600_000, { exam: 'vao-paper-1', state: '29', locale: 'kn' }]
  await loadLiveMock({ slug: 'live-example', bell: new Date(now - 60_000) })
  await loadLiveMock({
    ...{ slug: 'live-published', bell: new Date(now - 4 * hour), results: new Date(now - hour) },
  })
  const entered = await call('POST', '/api/live-mocks/live-example/entries', { jwt, body: entry })
  const { id } = (entered.data as unknown as { attempt: { id: string } }).attempt
  await publishLiveMocks(database(), new Date())
  const slug = { path: { slug: 'live-example' } }
  return {
    liveMock: () => slug,
    sealedPaper: () => slug,
    openingCode: () => slug,
    ownLiveEntry: () => ({ jwt, ...slug }),
    enterLiveMock: () => ({ jwt, ...slug, body: entry }),
    liveEntry: () => ({ jwt, path: { id } }),
    startLiveEntry: () => ({ jwt, path: { id } }),
    liveResult: () => ({ jwt, path: { slug: 'live-published' } }),
  }
}
