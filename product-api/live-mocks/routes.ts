import { Hono, type Context } from 'hono'
import { entryRequest } from '../../domain/contracts/live-mocks.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { jwtSecretsOf } from '../identity/settings.ts'
import { ownerIfAny, ownerOf } from '../owner.ts'
import { notFound } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { entryById, enterLiveMock, entryJson, ownEntry, type Entry } from './entries.ts'
import { noteOpened, startEntry } from './entry-attempts.ts'
import { liveMockBySlug, liveMockJson, recentLiveMocks } from './live-mock-row.ts'
import { resultOf } from './result.ts'
import { openingCodeOf, sealedPaperOf } from './sealed-papers.ts'

/** Live mocks: what everybody may know of them, the sealed paper, its code after the bell, one's
 *  own entry, and the published results. */
export const liveMockRoutes = new Hono<ApiEnv>()

liveMockRoutes.get('/', async (c) =>
  c.json({ data: (await recentLiveMocks(c.env.DB)).map(liveMockJson), meta: {} }),
)

liveMockRoutes.get('/entries/:id', noStore, async (c) => {
  const found = await entryById(c.env.DB, c.req.param('id'))
  if (!found || !isOwn(c, found)) throw notFound()
  return entryAnswer(c, found)
})

/** Makes the attempt of an entry, for browsers without script. */
liveMockRoutes.post('/entries/:id/start', noStore, async (c) => {
  const found = await entryById(c.env.DB, c.req.param('id'))
  if (!found || !isOwn(c, found)) throw notFound()
  const now = new Date()
  if (await startEntry(c.env, found, now)) await noteOpened(c.env.DB, [found.entry.id], now)
  return entryAnswer(c, (await entryById(c.env.DB, found.entry.id)) ?? found)
})

liveMockRoutes.get('/:slug', async (c) =>
  c.json({ data: liveMockJson(await requireMock(c)), meta: {} }),
)

liveMockRoutes.get('/:slug/sealed', async (c) => {
  const mock = await requireMock(c)
  return c.text(await sealedPaperOf(c.env.DB, mock))
})

liveMockRoutes.get('/:slug/code', noStore, async (c) => {
  const mock = await requireMock(c)
  const code = await openingCodeOf(c.env.DB, mock, new Date())
  return c.json({ data: { code }, meta: {} })
})

liveMockRoutes.get('/:slug/entry', noStore, async (c) => {
  const found = await ownEntry(c.env.DB, ownerOf(c), c.req.param('slug'))
  if (!found) throw notFound()
  return entryAnswer(c, found)
})

liveMockRoutes.post('/:slug/entries', noStore, async (c) => {
  const owner = ownerOf(c)
  const mock = await requireMock(c)
  const request = await readBody(c, entryRequest, { isDataAllowed: true })
  const { entry, isNew } = await enterLiveMock(c.env.DB, owner, mock, request, new Date())
  return entryAnswer(c, entry, isNew ? 201 : 200)
})

liveMockRoutes.get('/:slug/result', async (c) => {
  const owner = ownerIfAny(c)
  if (owner) c.header('cache-control', 'no-store')
  const mock = await requireMock(c)
  return c.json({ data: await resultOf(c.env.DB, mock, owner, new Date()), meta: {} })
})

async function requireMock(c: Context<ApiEnv>) {
  const mock = await liveMockBySlug(c.env.DB, c.req.param('slug') ?? '')
  if (!mock) throw notFound()
  return mock
}

function isOwn(c: Context<ApiEnv>, { entry }: Entry): boolean {
  const owner = ownerOf(c)
  return owner.kind === 'member' ? entry.user_id === owner.id : entry.guest_id === owner.id
}

async function entryAnswer(c: Context<ApiEnv>, entry: Entry, status: 200 | 201 = 200) {
  const data = await entryJson(entry, jwtSecretsOf(c.env)[0], new Date())
  return c.json({ data, meta: {} }, status)
}
