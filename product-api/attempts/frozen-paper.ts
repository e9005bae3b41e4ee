import { digest } from '../identity/digests.ts'

export type Locale = 'kn' | 'en' | 'te'
export type Texts = { readonly [locale in Locale]?: string }

/** A question as it stood in a paper. `texts` holds the languages that it exists in; formulas in them are MathML.
 *  `wording` is a digest of its options in all languages: an index means nothing to another wording.
 *  Where the paper's blank is not '0', `optionCount` itself is an option too: the fifth circle, 'not answered'. */
export type FrozenQuestion = {
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

/** What a paper is, without its questions. Marks and shares are exact fractions as text: '1', '1/4'. */
export type PaperHead = {
  readonly slug: string
  readonly exam: string
  readonly state: string
  readonly kind: string
  readonly year: number | null
  readonly titles: Texts
  readonly languages: readonly Locale[]
  readonly minutes: number
  readonly marks: { readonly right: string; readonly wrong: string; readonly blank: string }
  /** The least share of all marks that passes; null where the paper counts in the merit list. */
  readonly qualifying: string | null
  readonly sections: readonly {
    readonly slug: string
    readonly names: Texts
    readonly minutes: number | null
  }[]
  readonly questionCount: number
}

/** A paper as it was when an attempt at it began, without keys. */
export type FrozenPaper = PaperHead & { readonly questions: readonly FrozenQuestion[] }

/** Id of a question -> index of its right option. */
export type PaperKeys = { readonly [question: string]: number }

export type PaperVersion = { readonly paper: FrozenPaper; readonly keys: PaperKeys }

/** A version never changes and its id is never given twice, so an isolate keeps the ones that were asked for last. */
const keptVersions = new Map<number, PaperVersion>()
const mostKept = 16

/** A paper as it was frozen, and its keys. Errors: throws where there is no such version, which is a bug.
 *  Cost: one read of up to 1 MB the first time in an isolate, then nothing. The answer is shared: nobody changes it. */
export async function frozenPaper(db: D1Database, versionId: number): Promise<PaperVersion> {
  const version = keptVersions.get(versionId) ?? (await readVersion(db, versionId))
  keptVersions.delete(versionId)
  keptVersions.set(versionId, version)
  for (const oldest of keptVersions.keys()) {
    if (keptVersions.size <= mostKept) break
    keptVersions.delete(oldest)
  }
  return version
}

async function readVersion(db: D1Database, versionId: number): Promise<PaperVersion> {
  const row = await db
    .prepare('SELECT head, questions, keys FROM paper_versions WHERE id = ?')
    .bind(versionId)
    .first<VersionRow>()
  if (!row) throw new Error(`no version ${versionId} of a paper`)
  return versionOf(row)
}

/** A row of `paper_versions` as it was written (freeze.ts). */
export type VersionRow = { head: string; questions: string; keys: string }

/** What a row of `paper_versions` holds. Errors: throws on what is no JSON. */
export async function versionOf(row: VersionRow): Promise<PaperVersion> {
  const questions = JSON.parse(row.questions) as Omit<FrozenQuestion, 'wording'>[]
  return {
    paper: {
      ...headOf(row),
      questions: await Promise.all(
        questions.map(async (question) => ({ ...question, wording: await wordingOf(question) })),
      ),
    },
    keys: JSON.parse(row.keys) as PaperKeys,
  }
}

export const headOf = ({ head }: Pick<VersionRow, 'head'>) => JSON.parse(head) as PaperHead

/** Twelve letters for the options of a question in all its languages, the same wherever they are the same. */
export async function wordingOf({ texts }: Pick<FrozenQuestion, 'texts'>): Promise<string> {
  const options = (['kn', 'en', 'te'] as const).map((locale) => texts[locale]?.options ?? null)
  return (await digest(JSON.stringify(options))).slice(0, 12)
}
