import { sizeText } from '../../../domain/size-text.ts'
import { readTodayNote, runningTests } from '../today-reading.ts'
import type { ExamNote } from '../today-notes.ts'
import { storedForms } from './form-outbox.ts'
import { keptHeaders } from './kept-page.ts'
import { keptPacks } from './pack-store.ts'
import { lastPages, ownPages } from './page-copies.ts'

type Line = { href: string; text: string; note?: string; lang?: string }

/** Fills in what is on this phone (src/routes/offline/offline-page.tsx). What the browser refuses
 *  to tell is left out. */
export async function fillKeptList(list: HTMLElement) {
  const none = (): Line[] => []
  const lines = {
    tests: runningTests().map(({ href, title, lang }) => ({ href, text: title, lang })),
    forms: await formLines(list).catch(none),
    packs: await packLines().catch(none),
    read: await readLines().catch(none),
  }
  for (const [kind, found] of Object.entries(lines)) {
    const section = list.querySelector<HTMLElement>(`[data-kind=${kind}]`)
    if (!section || found.length === 0) continue
    section.querySelector('ul')?.replaceChildren(...found.map(element))
    section.hidden = false
  }
  const isEmpty = Object.values(lines).every(({ length }) => length === 0)
  list.querySelector<HTMLElement>('[data-nothing]')!.hidden = !isEmpty
  putOwnExamFirst()
}

/** A waiting form leads back to its paper, a sent one to its result. */
async function formLines({ dataset }: HTMLElement): Promise<Line[]> {
  const forms = await storedForms()
  return forms.toReversed().map(({ path, result, refused, reason }) => ({
    href: result ?? path,
    text: path.split('/').at(-1) ?? path,
    note: result
      ? (dataset.sent ?? '')
      : refused
        ? [dataset.refused, unescaped(reason ?? '')].filter(Boolean).join(': ')
        : (dataset.waiting ?? ''),
  }))
}

async function packLines(): Promise<Line[]> {
  return (await keptPacks()).map(({ language, name, bytes, first }) => ({
    href: first,
    text: name,
    note: sizeText(bytes),
    lang: language,
  }))
}

async function readLines(): Promise<Line[]> {
  const lines: Line[] = []
  for (const name of [ownPages, lastPages]) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    for (const request of (await cache.keys()).toReversed()) {
      const page = await cache.match(request)
      const title = decodeURIComponent(page?.headers.get(keptHeaders.title) ?? '')
      const href = new URL(request.url).pathname
      lines.push({ href, text: unescaped(title) || href })
    }
  }
  return lines
}

/** A title as it stands in HTML. */
const unescaped = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

function element({ href, text, note, lang }: Line): HTMLElement {
  const [item, link] = [document.createElement('li'), document.createElement('a')]
  link.href = href
  link.textContent = text
  if (lang && lang !== document.documentElement.lang) link.lang = lang
  item.append(link)
  if (note) item.append(Object.assign(document.createElement('small'), { textContent: note }))
  return item
}

function putOwnExamFirst() {
  const { slug = '' } = readTodayNote<ExamNote>('exam')
  const own = document.querySelector(`[data-pack-link="${CSS.escape(slug)}"]`)?.closest('li')
  own?.parentElement?.prepend(own)
}
