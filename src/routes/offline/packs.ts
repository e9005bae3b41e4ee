import { offlineScripts } from 'virtual:client'
import { testPath } from '../../addresses/paths.ts'
import { localizedPath } from '../../addresses/address.ts'
import type { ApiClient } from '../../api-client/client.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { cardsByTag, cardTags, tagsWithCards } from '../../api-client/flash-cards.ts'
import { latestAffairs, pageBySlug } from '../../api-client/pages.ts'
import { paperVersions } from '../../api-client/papers.ts'
import type { Exam } from '../../../domain/exams.ts'
import { findExam } from '../../exams.ts'
import { addDays, dayInIndia } from '../../../domain/india-time.ts'
import type { Locale } from '../../../domain/locale.ts'
import { failed, ok, type Result } from '../../../domain/result.ts'

/** A page of a pack. version: differs when its content does. bytes: about what its download costs,
 *  compressed. */
export type PackPage = { path: string; version: string; bytes: number }

/** What a reader keeps for offline: 'vao-paper-1' (an exam's free papers and material), 'cards', or
 *  '2026-11' (a month's current affairs). Only pages that are the same for everybody.
 *  scripts: what these pages run. */
export type Pack = { id: string; pages: readonly PackPage[]; scripts: readonly string[] }

/** Compressed bytes, measured on the content of November 2026 (tests/browser/offline.spec.ts
 *  compares them with real downloads). */
const sizes = { list: 4700, text: 7000, paper: 5300, question: 150, deck: 4800, card: 170 }

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/
const maxAffairs = 100

/** The packs that are offered besides exams: the cards, and the news of this and the last month. */
export const offeredPacks = (now: Date) => {
  const month = dayInIndia(now).slice(0, 7)
  return { cards: 'cards', months: [month, addDays(`${month}-01`, -1).slice(0, 7)] }
}

/** A pack in a language; null if there is none of that id. Cost: one to some twenty requests to the
 *  product API, answered from copies. */
export async function packOf(
  api: ApiClient,
  id: string,
  locale: Locale,
  now: Date,
): Promise<Result<Pack | null, ApiError>> {
  const exam = findExam(id)
  const isNews = monthPattern.test(id)
  const pages = exam
    ? await examPages(api, exam, locale)
    : id === 'cards'
      ? await cardPages(api, locale)
      : isNews
        ? await newsPages(api, id, locale, now)
        : null
  if (pages === null) return ok(null)
  if (!pages.ok) return pages
  if (pages.value.length === 0) return ok(null)
  const inLocale = pages.value.map((page) => ({ ...page, path: localizedPath(page.path, locale) }))
  const scripts = id === 'cards' ? offlineScripts.cards : offlineScripts.pages
  return ok({ id, pages: inLocale, scripts })
}

async function examPages(
  api: ApiClient,
  exam: Exam,
  locale: Locale,
): Promise<Result<PackPage[], ApiError>> {
  const found = await paperVersions(api, exam, locale)
  if (!found.ok) return found
  const material =
    exam.group === 'pdo' ? await pageBySlug(api, 'pdo-30days-material', locale) : null
  if (material && !material.ok) return material
  const free = found.value.filter(({ access }) => access === 'free')
  const version = await digestOf(found.value)
  const lists = exam.hasPapersOnOnePage ? [''] : ['', '/model-paper', '/previous-papers']
  return ok([
    ...lists.map((list) => ({ path: `/${exam.slug}${list}`, version, bytes: sizes.list })),
    ...(material?.value
      ? [
          {
            path: '/pdo-30days-material',
            version: material.value.updatedAt,
            bytes: sizes.text,
          },
        ]
      : []),
    ...free.map(({ slug, updatedAt, questionCount }) => ({
      path: testPath(exam.state, exam.slug, slug),
      version: updatedAt,
      bytes: sizes.paper + questionCount * sizes.question,
    })),
  ])
}

async function cardPages(api: ApiClient, locale: Locale): Promise<Result<PackPage[], ApiError>> {
  const [names, used] = await Promise.all([cardTags(api, locale), tagsWithCards(api, locale)])
  if (!names.ok) return failed(names.error)
  if (!used.ok) return failed(used.error)
  const tags = names.value.filter(({ slug }) => used.value.has(slug))
  const decks = await Promise.all(tags.map(({ slug }) => cardsByTag(api, locale, slug)))
  const pages: PackPage[] = []
  for (const [index, deck] of decks.entries()) {
    if (!deck.ok) return deck
    pages.push({
      path: `/flash-cards/${tags[index]!.slug}`,
      version: await digestOf(deck.value),
      bytes: sizes.deck + deck.value.length * sizes.card,
    })
  }
  const version = await digestOf(pages)
  return ok([{ path: '/flash-cards', version, bytes: sizes.deck + 100 * sizes.card }, ...pages])
}

async function newsPages(
  api: ApiClient,
  month: string,
  locale: Locale,
  now: Date,
): Promise<Result<PackPage[], ApiError>> {
  const found = await latestAffairs(api, locale, dayInIndia(now), maxAffairs)
  if (!found.ok) return found
  const versions = new Map<string, string[]>()
  for (const { date, updatedAt } of found.value)
    if (date?.startsWith(month)) versions.set(date, [...(versions.get(date) ?? []), updatedAt])
  if (versions.size === 0) return ok([])
  return ok([
    { path: '/current-affairs', version: await digestOf(found.value), bytes: sizes.list },
    ...[...versions].map(([date, updates]) => ({
      path: `/current-affairs/${date}`,
      version: updates.sort().join(),
      bytes: sizes.text,
    })),
  ])
}

/** Twelve hexadecimal digits that differ when the data does. */
async function digestOf(data: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(data))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
