import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import { maxNoteLength } from '../../../domain/contracts/own-cards.ts'
import { ok } from '../../../domain/result.ts'
import { localizedPath } from '../../addresses/address.ts'
import { attemptResultPath, questionAnchor } from '../../addresses/paths.ts'
import { isNotFound, isRefusal } from '../../api-client/errors.ts'
import { addBookmark, bookmarksOf, removeBookmark, writeNote } from '../../api-client/own-cards.ts'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { bookmarkAnchor, BookmarksPage, bookmarksPath, type TypedNote } from './bookmarks-page.tsx'

/** The questions that the reader keeps, with notes. */
export const bookmarks = new Hono<AppEnv>()

const questionId = /^[A-Za-z0-9_-]{1,64}$/

bookmarks.get(bookmarksPath, (c) => bookmarksPage(c, null))

/** Keeps a question of a result, and returns to it; or one of a running practice test, whose script
 *  asks for JSON. */
bookmarks.post(bookmarksPath, async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { attempt = '', question = '', number: typed = '' } = form.value
  const number = Math.trunc(Number(typed)) || 1
  const isScript = c.req.header('accept') === 'application/json'
  const isAttempt = /^[0-9a-f-]{36}$/.test(attempt)
  if (!isAttempt && !isScript) return c.redirect(address(c), 303)
  const mayKeep = isAttempt && reader.isIdentified
  const kept = mayKeep ? await addBookmark(reader.api, attempt, question) : ok(null)
  if (isScript) {
    if (!kept.ok && !isRefusal(kept.error)) return c.var.fail(kept.error, 'json')
    const isStored = mayKeep && kept.ok
    return c.json({ ok: isStored }, isStored ? 200 : 404)
  }
  if (!kept.ok && !isRefusal(kept.error)) return c.var.fail(kept.error)
  const back = new URLSearchParams(form.value.back)
  if (kept.ok) back.set('kept', String(number))
  const path = localizedPath(attemptResultPath(attempt), page.locale)
  return c.redirect(`${path}?${back}#${questionAnchor(number)}`, 303)
})

bookmarks.post(`${bookmarksPath}/note`, async (c) => {
  const { reader } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { question = '', note = '' } = form.value
  if (note.trim().length > maxNoteLength) return bookmarksPage(c, { question, note })
  if (!reader.isIdentified || !questionId.test(question)) return c.redirect(address(c), 303)
  const stored = await writeNote(reader.api, question, note)
  if (!stored.ok && !isNotFound(stored.error)) return c.var.fail(stored.error)
  return c.redirect(`${address(c)}?saved=${question}#${bookmarkAnchor(question)}`, 303)
})

bookmarks.post(`${bookmarksPath}/remove`, async (c) => {
  const { reader } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { question = '' } = form.value
  if (!reader.isIdentified || !questionId.test(question)) return c.redirect(address(c), 303)
  const removed = await removeBookmark(reader.api, question)
  return removed.ok || isNotFound(removed.error)
    ? c.redirect(address(c), 303)
    : c.var.fail(removed.error)
})

const address = (c: Context<AppEnv>) => localizedPath(bookmarksPath, c.var.page.locale)

/** `typed`: a note that was not accepted; the answer then has status 422. */
async function bookmarksPage(c: Context<AppEnv>, typed: TypedNote) {
  const { reader, page } = c.var
  const offset = Math.min(99_999, Math.max(0, Math.trunc(Number(c.req.query('from')) || 0)))
  const none = { data: [], meta: { total: 0 } }
  const found = reader.isIdentified ? await bookmarksOf(reader.api, offset, page.locale) : ok(none)
  if (!found.ok && !isNotFound(found.error)) return c.var.fail(found.error)
  const { data, meta } = found.ok ? found.value : none
  if (typed) c.status(422)
  return c.render(
    <BookmarksPage
      page={{ ...page, path: bookmarksPath }}
      bookmarks={data}
      total={meta.total}
      offset={offset}
      typed={typed}
      saved={c.req.query('saved') ?? null}
      isMember={reader.user !== null}
    />,
  )
}
