import { locales, type Locale } from '../../domain/locale.ts'
import type { MarkingScheme, PaperKeys } from '../../domain/attempt/marking.ts'
import { nearestReplica, type Database } from '../database.ts'
import { sha256 } from '../cryptography.ts'
import { snapshotPaper } from './snapshot-sql.ts'

export type Texts = { readonly [locale in Locale]?: string }

/** A question in a version of a paper. `texts`: the languages that it exists in, with formulas as
 *  MathML. `wording`: a digest of its options in all languages; an option's index is only valid for
 *  the same wording. If the paper's `marks.blank` is not '0', the index `optionCount` is an option
 *  too: the fifth circle of the answer sheet, "not answered". */
export type PaperVersionQuestion = {
  readonly id: string
  readonly section: string | null
  readonly topics: readonly string[]
  readonly figure: { readonly url: string; readonly width: number; readonly height: number } | null
  readonly wording: string
  readonly optionCount: number
  readonly texts: {
    readonly [locale in Locale]?: {
      readonly stem: string
      readonly options: readonly string[]
      readonly alt: string | null
    }
  }
}

/** A paper without its questions. */
export type PaperHead = {
  readonly slug: string
  readonly exam: string
  readonly state: string
  readonly kind: string
  readonly year: number | null
  readonly titles: Texts
  readonly languages: readonly Locale[]
  readonly minutes: number
  readonly marks: MarkingScheme
  /** The smallest share of all marks that passes, as an exact fraction; null if the paper counts in
   *  the merit list. */
  readonly qualifying: string | null
  readonly sections: readonly {
    readonly slug: string
    readonly names: Texts
    readonly minutes: number | null
  }[]
  readonly questionCount: number
}

/** A version of a paper, without its keys. An attempt refers to the version of its start. */
export type PaperVersion = PaperHead & { readonly questions: readonly PaperVersionQuestion[] }

/** A version of a paper with its published keys. */
export type PaperVersionWithKeys = { readonly paper: PaperVersion; readonly keys: PaperKeys }

/** A row of `paper_versions`, as snapshotPaper writes it. */
export type PaperVersionRow = { head: string; questions: string; keys: string }

/** In memory; lost with the isolate. An id is never reused, and all but the keys never changes. */
const recentVersions = new Map<number, PaperVersionWithKeys>()
const maxRecentVersions = 16

/** A version of a paper without its keys. The returned object is shared: do not change it. Errors:
 *  throws for an unknown id, which is a bug. Cost: one read of a replica, of up to 1 MB, unless it
 *  is in memory. */
export const paperVersion = async (db: Database, versionId: number): Promise<PaperVersion> =>
  (await recentVersion(db, versionId)).paper

/** A version of a paper with its keys, as `paperVersion`. Those of a live mock are added with its
 *  results: until then they are read each time, from `db` itself. */
export async function paperVersionWithKeys(
  db: Database,
  versionId: number,
): Promise<PaperVersionWithKeys> {
  const version = await recentVersion(db, versionId)
  if (Object.keys(version.keys).length > 0) return version
  const row = await db
    .prepare('SELECT keys FROM paper_versions WHERE id = ?')
    .bind(versionId)
    .first<Pick<PaperVersionRow, 'keys'>>()
  if (!row || row.keys === '{}') return version
  return remember(versionId, { ...version, keys: JSON.parse(row.keys) as PaperKeys })
}

async function recentVersion(db: Database, versionId: number): Promise<PaperVersionWithKeys> {
  const known = recentVersions.get(versionId)
  if (known) return remember(versionId, known)
  // A replica may not know yet what was published a moment ago.
  const row = (await versionRow(nearestReplica(db), versionId)) ?? (await versionRow(db, versionId))
  if (!row) throw new Error(`There is no paper version ${versionId}`)
  return remember(versionId, await parsePaperVersion(row))
}

function remember(versionId: number, version: PaperVersionWithKeys): PaperVersionWithKeys {
  recentVersions.delete(versionId)
  recentVersions.set(versionId, version)
  for (const oldest of recentVersions.keys()) {
    if (recentVersions.size <= maxRecentVersions) break
    recentVersions.delete(oldest)
  }
  return version
}

const versionRow = (db: Database, versionId: number) =>
  db
    .prepare('SELECT head, questions, keys FROM paper_versions WHERE id = ?')
    .bind(versionId)
    .first<PaperVersionRow>()

/** Parses a row of `paper_versions`. Errors: throws on invalid JSON. */
export async function parsePaperVersion(row: PaperVersionRow): Promise<PaperVersionWithKeys> {
  const questions = JSON.parse(row.questions) as Omit<PaperVersionQuestion, 'wording'>[]
  return {
    paper: {
      ...parsePaperHead(row),
      questions: await Promise.all(
        questions.map(async (question) => ({
          ...question,
          wording: await wordingDigest(question),
        })),
      ),
    },
    keys: JSON.parse(row.keys) as PaperKeys,
  }
}

export const parsePaperHead = ({ head }: Pick<PaperVersionRow, 'head'>) =>
  JSON.parse(head) as PaperHead

/** The digests of stored rulings were made of so many languages, present or null. */
const minDigestLanguages = 3

/** Twelve letters of a digest of a question's options in all its languages. A language appended to
 *  the table changes no digest of a question that lacks it: rulings refer to wordings by digest. */
export async function wordingDigest({
  texts,
}: Pick<PaperVersionQuestion, 'texts'>): Promise<string> {
  const options = locales.map((locale) => texts[locale]?.options ?? null)
  while (options.length > minDigestLanguages && options.at(-1) === null) options.pop()
  return (await sha256(JSON.stringify(options))).slice(0, 12)
}

/** A test and the paper version that a new attempt gets. `head`: JSON of PaperHead. */
export type TestVersion = {
  id: number
  access: 'free' | 'premium'
  digest: string
  version_id: number
  head: string
}

/** A test with the current version of its paper; null for an unknown slug or a
 *  withdrawn paper. A missing version is
 *  created in one transaction, so concurrent starts share one. Cost: one indexed read of a replica;
 *  the first time, the database also copies the paper. */
export async function currentTestVersion(
  db: Database,
  slug: string,
  now: Date,
): Promise<TestVersion | null> {
  const existing = await selectCurrentVersion(nearestReplica(db), slug).first<TestVersion>()
  if (existing) return existing
  const [, created] = await db.batch<TestVersion>([
    db.prepare(snapshotPaper).bind(slug, now.toISOString()),
    selectCurrentVersion(db, slug),
  ])
  return created?.results[0] ?? null
}

/** Selects the TestVersion of a test whose paper has a current version. */
export const selectCurrentVersion = (db: Database, slug: string) =>
  db
    .prepare(
      `SELECT p.id, p.access, p.digest, v.id AS version_id, v.head
       FROM practice_tests p
       JOIN paper_versions v ON v.test_id = p.id AND v.digest = p.digest
       WHERE p.slug = ? AND p.withdrawn_at IS NULL`,
    )
    .bind(slug)

/** A test with the version of its paper that has this digest; null if no attempt at it exists. */
export const earlierTestVersion = (
  db: Database,
  slug: string,
  paperDigest: string,
): Promise<TestVersion | null> =>
  db
    .prepare(
      `SELECT p.id, p.access, v.digest, v.id AS version_id, v.head
       FROM practice_tests p JOIN paper_versions v ON v.test_id = p.id
       WHERE p.slug = ? AND v.digest = ?`,
    )
    .bind(slug, paperDigest)
    .first<TestVersion>()
