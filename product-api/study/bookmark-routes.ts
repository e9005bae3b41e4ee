import { Hono } from 'hono'
import { bookmarkRequest, noteRequest } from '../../domain/contracts/own-cards.ts'
import type { ApiEnv } from '../env.ts'
import { noStore } from '../identity/authentication.ts'
import { ownerOf } from '../owner.ts'
import { databaseOfReader } from '../reader.ts'
import { requestedLocale } from '../requested-locale.ts'
import { notFound, validation } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'
import { addBookmark, bookmarksOf, deleteBookmark, writeNote } from './bookmarks.ts'

/** The questions that the caller keeps. */
export const bookmarkRoutes = new Hono<ApiEnv>()
bookmarkRoutes.use(noStore)

/** GET ?locale=&offset= -> { data: Bookmark[], meta: { total } }: 50, the latest first. */
bookmarkRoutes.get('/', async (c) => {
  const offset = c.req.query('offset') ?? '0'
  if (!/^\d{1,5}$/.test(offset)) throw validation('offset must be a number')
  const settings = { locale: requestedLocale(c), offset: Number(offset) }
  const { bookmarks, total } = await bookmarksOf(c.env.DB, ownerOf(c), settings)
  return c.json({ data: bookmarks, meta: { total } })
})

/** POST { attempt, question } -> { ok: true }. Errors: 404 if the caller has submitted no such
 *  attempt and has not seen the key in practice, or it has no such question. */
bookmarkRoutes.post('/', async (c) => {
  const owner = ownerOf(c)
  const request = await readBody(c, bookmarkRequest, { isDataAllowed: true })
  const stores = { own: databaseOfReader(c.env.READERS, owner), shared: c.env.DB }
  if (!(await addBookmark(stores, owner, request, new Date()))) throw notFound()
  return c.json({ ok: true })
})

const path = '/:question{[A-Za-z0-9_-]{1,64}}'

/** PUT { note } -> { ok: true }. */
bookmarkRoutes.put(path, async (c) => {
  const owner = ownerOf(c)
  const { note } = await readBody(c, noteRequest, { isDataAllowed: true })
  const isBookmarked = await writeNote(c.env.DB, owner, c.req.param('question'), note, new Date())
  if (!isBookmarked) throw notFound()
  return c.json({ ok: true })
})

/** DELETE -> { ok: true }. */
bookmarkRoutes.delete(path, async (c) => {
  if (!(await deleteBookmark(c.env.DB, ownerOf(c), c.req.param('question')))) throw notFound()
  return c.json({ ok: true })
})
