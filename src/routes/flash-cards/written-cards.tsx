import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import { readForm } from '../../../http/request-body.ts'
import { ok } from '../../../domain/result.ts'
import { formatCardTable, formatForAnki, maxSideLength } from '../../../domain/study/card-table.ts'
import { localizedPath } from '../../addresses/address.ts'
import { isNotFound } from '../../api-client/errors.ts'
import { addCards, deleteCard, writtenCardsOf } from '../../api-client/own-cards.ts'
import type { AppEnv } from '../../app-env.ts'
import { formFields } from '../../respond/form.ts'
import { messagesFor } from '../../ui/messages.ts'
import { tagsOfCards } from './card-tags.ts'
import { writePackage } from './anki-package.ts'
import { parseImport } from './card-import.ts'
import {
  importLimits,
  WrittenCardsPage,
  writtenCardsPath as path,
  type TypedCards,
} from './written-cards-page.tsx'

/** The cards that the reader wrote. */
export const writtenCards = new Hono<AppEnv>()

writtenCards.get(path, (c) => cardsPage(c, null, null))

writtenCards.post(path, async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const [front, back] = [form.value.front ?? '', form.value.back ?? ''].map((side) => side.trim())
  const sides = { front: front ?? '', back: back ?? '' }
  const isFull = Object.values(sides).every(({ length }) => length > 0 && length <= maxSideLength)
  if (!isFull) {
    const error = messagesFor(page.locale).cards_mine_wrong({ count: maxSideLength })
    return cardsPage(c, { form: 'card', ...sides, error }, null)
  }
  const guest = await reader.becomeGuest()
  const added = guest.ok ? await addCards(reader.api, [sides], page.locale) : guest
  return added.ok ? c.redirect(localizedPath(path, page.locale), 303) : c.var.fail(added.error)
})

/** A phone on 2G sends 1 MB in about 200 s. */
const importDeadlineMs = 240_000
/** A deck with pictures has some 10 MB. */
const maxDroppedBytes = 64 * 1024 * 1024

writtenCards.post(`${path}/import`, async (c) => {
  const { reader, page } = c.var
  const messages = messagesFor(page.locale)
  const form = await readForm(c.req.raw, {
    maxBytes: importLimits.kilobytes * 1024,
    maxDroppedBytes,
    deadlineMs: importDeadlineMs,
  })
  if (!form.ok && form.error.kind === 'too-large') {
    const error = messages.cards_mine_file_large({ size: importLimits.kilobytes })
    return cardsPage(c, { form: 'import', pasted: '', error, status: 413 }, null)
  }
  if (!form.ok) return c.var.fail(form.error)
  const { fields, files } = form.value
  const pasted = fields.pasted ?? ''
  const refuse = (error: string) => cardsPage(c, { form: 'import', pasted, error }, null)
  const parsed = parseImport(
    files.file ? new Uint8Array(await files.file.arrayBuffer()) : pasted,
    messages,
  )
  if (!parsed.ok) return refuse(parsed.error)
  const { cards, remarks } = parsed.value
  if (cards.length === 0) return refuse([messages.cards_mine_none_found(), ...remarks].join(' '))
  const guest = await reader.becomeGuest()
  const added = guest.ok
    ? await addCards(reader.api, cards.slice(0, importLimits.cards), page.locale)
    : guest
  if (!added.ok) return c.var.fail(added.error)
  const notice = [
    messages.cards_mine_imported(added.value),
    cards.length > importLimits.cards &&
      messages.cards_mine_import_cut({ count: importLimits.cards }),
    ...remarks,
    added.value.left === 0 && messages.cards_mine_full(),
  ]
  return cardsPage(c, null, notice.filter(Boolean).join(' '))
})

writtenCards.post(`${path}/delete`, async (c) => {
  const { reader, page } = c.var
  const form = await formFields(c)
  if (!form.ok) return c.var.fail(form.error)
  const { id = '' } = form.value
  const back = localizedPath(path, page.locale)
  if (!reader.isIdentified || !/^own-[0-9a-f]{32}$/.test(id)) return c.redirect(back, 303)
  const deleted = await deleteCard(reader.api, id)
  return deleted.ok || isNotFound(deleted.error) ? c.redirect(back, 303) : c.var.fail(deleted.error)
})

writtenCards.get(`${path}/export`, async (c) => {
  const { reader, page } = c.var
  if (!reader.isIdentified) return c.redirect(localizedPath(path, page.locale), 303)
  const written = await writtenCardsOf(reader.api)
  if (!written.ok) return c.var.fail(written.error)
  const { data: cards } = written.value
  const send = (body: string | Uint8Array<ArrayBuffer>, type: string, ending: string) =>
    c.body(body, 200, {
      'content-type': type,
      'content-disposition': `attachment; filename="abhyasa-cards.${ending}"`,
    })
  const format = c.req.query('format')
  if (format === 'anki') return send(formatForAnki(cards), 'text/plain; charset=utf-8', 'txt')
  if (format !== 'apkg') return send(formatCardTable(cards), 'text/csv; charset=utf-8', 'csv')
  const deckName = `${c.var.brand.name[page.locale]} – ${messagesFor(page.locale).cards_mine()}`
  const packed = await writePackage(cards, { deckName, now: new Date() })
  return send(Uint8Array.from(packed), 'application/octet-stream', 'apkg')
})

const none = { data: [], meta: { left: importLimits.cards } }

/** `typed`: what was not accepted; the answer then has status 422. */
async function cardsPage(c: Context<AppEnv>, typed: TypedCards | null, notice: string | null) {
  const { reader, page } = c.var
  const [written, tags] = await Promise.all([
    reader.isIdentified ? writtenCardsOf(reader.api) : ok(none),
    tagsOfCards(c),
  ])
  if (!tags.ok) return c.var.fail(tags.error)
  if (!written.ok && !isNotFound(written.error)) return c.var.fail(written.error)
  if (typed) c.status(typed.status ?? 422)
  return c.render(
    <WrittenCardsPage
      page={{ ...page, path }}
      tags={tags.value}
      written={written.ok ? written.value : none}
      typed={typed}
      notice={notice}
    />,
  )
}
