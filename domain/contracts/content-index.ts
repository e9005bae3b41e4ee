import * as v from 'valibot'
import { dataBody } from './bodies.ts'
import { noticeKinds, noticePlaces } from '../notice.ts'
import { paperKinds } from '../paper.ts'
import { locales } from '../locale.ts'
import { locale } from './fields.ts'

/** A title and a description, or a name alone, by language. */
const texts = v.array(
  v.object({ locale, title: v.string(), description: v.optional(v.string(), '') }),
)
const names = v.partial(v.object(v.entriesFromList(locales, v.string())))
/** The states and exams in the order of the lists, with the names that pages show. */
const catalogue = v.object({
  states: v.pipe(
    v.array(
      v.object({
        slug: v.string(),
        homeLocale: locale,
        hasPapersOnOnePage: v.boolean(),
        homeExams: v.array(v.string()),
        names,
      }),
    ),
    v.minLength(1),
  ),
  exams: v.array(
    v.object({
      ...{ slug: v.string(), state: v.string(), group: v.string(), hall: v.string() },
      ...{ languages: v.array(locale), names, notes: names },
    }),
  ),
})

const indexed = { slug: v.string(), texts }

/** Which addresses exist, and what the heads of their pages say: the newest of each kind, up to
 *  `maxIndexed`. What is missing may exist all the same. */
export const contentIndex = dataBody(
  v.object({
    /** Changes with the content. */
    version: v.string(),
    papers: v.array(v.object({ ...indexed, exam: v.string(), kind: v.picklist(paperKinds) })),
    pages: v.array(v.object(indexed)),
    /** Current affairs by date; the description is that of all entries of the day. */
    days: v.array(v.object(indexed)),
    /** Topics that have flash cards. */
    tags: v.array(v.object(indexed)),
    /** null: the database has the catalogue of an earlier version. */
    catalogue: v.optional(v.nullable(catalogue), null),
    /** What operators tell readers: what is shown now or later. */
    notices: v.optional(
      v.array(
        v.object({
          id: v.number(),
          kind: v.picklist(noticeKinds),
          place: v.picklist(noticePlaces),
          exam: v.nullable(v.string()),
          from: v.string(),
          until: v.string(),
          texts: v.object(v.entriesFromList(locales, v.string())),
        }),
      ),
      [],
    ),
  }),
)
export type ContentIndex = v.InferOutput<typeof contentIndex>['data']

/** Entries of each kind. 2,000 papers in two languages are about 700 KB of JSON. */
export const maxIndexed = 2000
