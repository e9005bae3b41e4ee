import * as v from 'valibot'
import { contentIndex, type ContentIndex } from '../../domain/contracts/content-index.ts'
import { examCatalogue, type Exam, type ExamCatalogue } from '../../domain/exams.ts'
import type { Notice } from '../../domain/notice.ts'
import { fallbackChain, localesToRequest, type Locale } from '../../domain/locale.ts'
import type { ApiClient } from './client.ts'

const path = '/api/content-index'

/** What the head of a page says of its content, in the language in which the page shows it. */
export type KnownText = { locale: Locale; title: string; description: string }

const textsByKey = (entries: readonly { key: string; texts: readonly KnownText[] }[]) =>
  new Map(entries.map(({ key, texts }) => [key, texts]))
const bySlug = (entries: ContentIndex['pages']) =>
  textsByKey(entries.map(({ slug, texts }) => ({ key: slug, texts })))

const index = v.pipe(
  contentIndex,
  v.transform(({ data: { papers, pages, days, tags, notices, catalogue } }) => ({
    notices,
    catalogue: catalogue && examCatalogue(catalogue),
    examsOfGrandTests: new Map(
      papers.flatMap(({ kind, slug, exam }) =>
        kind === 'grand-test' ? [[slug, exam] as const] : [],
      ),
    ),
    papers: textsByKey(papers.map(({ exam, slug, texts }) => ({ key: `${exam}/${slug}`, texts }))),
    pages: bySlug(pages),
    days: bySlug(days),
    tags: bySlug(tags),
  })),
)
type Kind = 'papers' | 'pages' | 'days' | 'tags'

/** null in all of these: not known to exist, so that the product API has to be asked. Cost: a
 *  look-up in memory; in a new isolate one in the edge cache. The index is requested again in
 *  `waitUntil` when it is older than a minute. */
export const knownPaper = (api: ApiClient, exam: Exam, slug: string, reader: Locale) =>
  find(api, 'papers', `${exam.slug}/${slug}`, localesToRequest(reader, exam.languages))

/** The slug of a grand test's exam. */
export async function examOfGrandTest(api: ApiClient, slug: string): Promise<string | null> {
  return (await api.known(path, index))?.examsOfGrandTests.get(slug) ?? null
}

export const knownPage = (api: ApiClient, slug: string, reader: Locale) =>
  find(api, 'pages', slug, fallbackChain(reader))

/** The description is that of all entries of the day. */
export const knownDay = (api: ApiClient, date: string, reader: Locale) =>
  find(api, 'days', date, fallbackChain(reader))

export const knownTag = (api: ApiClient, slug: string, reader: Locale) =>
  find(api, 'tags', slug, [reader])

/** The slugs of topics with flash cards in the reader's or the authoritative language. null: the
 *  index is not known, or the backend has none. */
export async function knownTags(api: ApiClient, reader: Locale): Promise<Set<string> | null> {
  const tags = (await api.known(path, index))?.tags
  if (!tags || tags.size === 0) return null
  const isShown = (texts: readonly KnownText[]) => texts.some(({ locale }) => locale === reader)
  return new Set([...tags].flatMap(([slug, texts]) => (isShown(texts) ? [slug] : [])))
}

/** What operators tell readers, now or later. None where the index is not known. */
export const knownNotices = async (api: ApiClient): Promise<readonly Notice[]> =>
  (await api.known(path, index))?.notices ?? []

/** The states and exams of the product API, if the index is in this isolate's memory. undefined: it
 *  is not; null: the product API has no catalogue. Cost: a look-up in memory. */
export function examsInMemory(api: ApiClient): ExamCatalogue | null | undefined {
  const known = api.inMemory(path, index)
  return known === null ? undefined : known.catalogue
}

/** The same, waiting for the index where it is not known or older than a minute. */
export async function newestExams(api: ApiClient): Promise<ExamCatalogue | null | undefined> {
  const known = await api.known(path, index, { waits: true })
  return known === null ? undefined : known.catalogue
}

/** After the index has turned out to be wrong, or the product API to be down. */
export const forgetKnownContent = (api: ApiClient) => api.forgetKnown(path)

async function find(
  api: ApiClient,
  kind: Kind,
  key: string,
  inOrder: readonly Locale[],
): Promise<KnownText | null> {
  const texts = (await api.known(path, index))?.[kind].get(key)
  for (const locale of inOrder) {
    const found = texts?.find((text) => text.locale === locale)
    if (found) return found
  }
  return null
}
