import * as v from 'valibot'
import type { Exam } from '../../domain/exams.ts'
import { isLocale, locales, localesToRequest, type Locale } from '../../domain/locale.ts'
import { paperKinds, type Paper, type PaperSummary } from '../../domain/paper.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { idEntries, idOf, strapiQuery } from './strapi.ts'

const locale = v.picklist(locales)
const marks = v.pipe(v.string(), v.regex(/^\d+(\/\d+)?$/))

const summaryEntries = {
  slug: v.string(),
  locale,
  title: v.string(),
  kind: v.picklist(paperKinds),
  year: v.nullable(v.number()),
  access: v.picklist(['free', 'premium']),
  languages: v.pipe(
    v.array(v.string()),
    v.transform((names) => names.filter(isLocale)),
  ),
  questionCount: v.number(),
  minutes: v.number(),
  rightMarks: marks,
  wrongMarks: marks,
  blankMarks: marks,
  category: v.object({ slug: v.string() }),
}

const toSummary = (
  row: v.InferOutput<v.ObjectSchema<typeof summaryEntries, undefined>>,
): PaperSummary => {
  const { category, rightMarks, wrongMarks, blankMarks, ...facts } = row
  return {
    ...facts,
    exam: category.slug,
    marks: { right: rightMarks, wrong: wrongMarks, blank: blankMarks },
  }
}

const summaryList = v.pipe(
  v.object({ data: v.array(v.object(summaryEntries)) }),
  v.transform(({ data }) => data.map(toSummary)),
)

/** The language of a part. A Strapi's components have no `locale`: theirs is the paper's, or that
 *  of `language`. */
const ownLanguage = { locale: v.nullish(locale), language: v.nullish(locale) }
const section = v.object({ slug: v.string(), name: v.string(), ...ownLanguage })
/** A Strapi does not measure every format of image. */
const figure = v.object({
  url: v.string(),
  alternativeText: v.nullish(v.string(), null),
  width: v.nullish(v.number(), 640),
  height: v.nullish(v.number(), 480),
})

const paperList = v.pipe(
  v.object({
    data: v.array(
      v.object({
        ...summaryEntries,
        description: v.nullish(v.string(), ''),
        source: v.string(),
        checkedOn: v.string(),
        updatedAt: v.string(),
        digest: v.fallback(v.nullable(v.string()), null),
        sections: v.optional(v.array(section), []),
        questions: v.optional(
          v.array(
            v.object({
              ...idEntries,
              ...ownLanguage,
              section: v.nullish(v.string(), null),
              stem: v.string(),
              options: v.array(v.object({ text: v.string() })),
              figure: v.nullish(figure, null),
            }),
          ),
        ),
      }),
    ),
  }),
  v.transform(({ data }) =>
    data.map(
      ({
        description,
        source,
        checkedOn,
        updatedAt,
        digest,
        sections,
        questions,
        ...rest
      }): Paper => ({
        ...toSummary(rest),
        digest,
        description,
        source,
        checkedOn,
        updatedAt,
        sections: sections.map(({ slug, name, locale, language }) => ({
          ...{ slug, name, locale: locale ?? language ?? rest.locale },
        })),
        // A Strapi returns the questions of every paper that may be read.
        questions:
          (rest.access === 'free' ? questions : null)?.map(({ options, figure, ...question }) => ({
            stem: question.stem,
            locale: question.locale ?? question.language ?? rest.locale,
            section: question.section,
            id: idOf(question),
            options: options.map(({ text }) => text),
            figure: figure && {
              url: figure.url,
              alt: figure.alternativeText ?? '',
              width: figure.width,
              height: figure.height,
            },
          })) ?? null,
      }),
    ),
  ),
)

const summaryFields = Object.keys(summaryEntries).filter((name) => name !== 'category')

/** All papers of an exam: each in the reader's language if it has it, else in its own. */
export async function papersOfExam(
  api: ApiClient,
  exam: Exam,
  readerLocale: Locale,
): Promise<Result<PaperSummary[], ApiError>> {
  return merged(readerLocale, exam.languages, (locale) => ({
    filters: { category: { slug: { $eq: exam.slug } } },
    ...listOf(locale),
  }))(api)
}

const versionList = v.pipe(
  v.object({
    data: v.array(
      v.object({
        slug: v.string(),
        access: v.picklist(['free', 'premium']),
        questionCount: v.number(),
        updatedAt: v.string(),
      }),
    ),
  }),
  v.transform(({ data }) => data),
)

/** An exam's papers with the time of their last change, for what is kept offline. */
export async function paperVersions(api: ApiClient, exam: Exam, readerLocale: Locale) {
  const bySlug = new Map<string, v.InferOutput<typeof versionList>[number]>()
  for (const locale of localesToRequest(readerLocale, exam.languages).toReversed()) {
    const query = strapiQuery({
      filters: { category: { slug: { $eq: exam.slug } } },
      locale,
      fields: ['slug', 'access', 'questionCount', 'updatedAt'],
      pagination: { pageSize: 100, withCount: false },
    })
    const found = await api.read(`/api/practice-tests${query}`, versionList)
    if (!found.ok) return found
    for (const paper of found.value) bySlug.set(paper.slug, paper)
  }
  return ok([...bySlug.values()])
}

/** The grand tests of every exam. */
export async function grandTests(
  api: ApiClient,
  readerLocale: Locale,
): Promise<Result<PaperSummary[], ApiError>> {
  return merged(readerLocale, locales, (locale) => ({
    filters: { kind: { $eq: 'grand-test' } },
    ...listOf(locale),
  }))(api)
}

/** Papers of every exam whose title contains the text. */
export async function papersMatchingTitle(
  api: ApiClient,
  readerLocale: Locale,
  typed: string,
): Promise<Result<PaperSummary[], ApiError>> {
  return merged(readerLocale, locales, (locale) => ({
    filters: { title: { $contains: typed } },
    ...listOf(locale),
  }))(api)
}

const listOf = (locale: Locale) => ({
  locale,
  fields: summaryFields,
  populate: { category: { fields: ['slug'] } },
  pagination: { pageSize: 100, withCount: false },
})

/** Reads the list in every language that is needed. Each paper is returned once, in the reader's
 *  best language. */
function merged(
  readerLocale: Locale,
  written: readonly Locale[],
  query: (locale: Locale) => Parameters<typeof strapiQuery>[0],
) {
  return async (api: ApiClient): Promise<Result<PaperSummary[], ApiError>> => {
    const answers = await Promise.all(
      localesToRequest(readerLocale, written).map((locale) =>
        api.read(`/api/practice-tests${strapiQuery({ ...query(locale) })}`, summaryList),
      ),
    )
    const bySlug = new Map<string, PaperSummary>()
    for (const answer of answers.toReversed()) {
      if (!answer.ok) return answer
      for (const paper of answer.value) bySlug.set(paper.slug, paper)
    }
    return ok([...bySlug.values()])
  }
}

/** One paper with its questions (null in it for premium papers), or null if the exam has none of
 *  that slug. */
export async function paperBySlug(
  api: ApiClient,
  exam: Exam,
  slug: string,
  readerLocale: Locale,
): Promise<Result<Paper | null, ApiError>> {
  for (const locale of localesToRequest(readerLocale, exam.languages)) {
    const query = strapiQuery({
      filters: { slug: { $eq: slug }, category: { slug: { $eq: exam.slug } } },
      locale,
      populate: {
        category: { fields: ['slug'] },
        sections: 'true',
        questions: { populate: ['options', 'figure'] },
      },
      pagination: { pageSize: 1, withCount: false },
    })
    const found = await api.read(`/api/practice-tests${query}`, paperList)
    if (!found.ok) return found
    if (found.value[0]) return ok(found.value[0])
  }
  return ok(null)
}
