import * as v from 'valibot'
import { paperKinds } from '../paper.ts'
import { patternFactKinds } from '../pattern-sheet.ts'
import { amountMinor, count, currency, day, locale, slug, time } from './fields.ts'

// Content types as Strapi 5 lists them: flat attributes; relations and components only if the query
// populates them, each with the attributes that the query selects.

const document = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({
    id: v.number(),
    documentId: v.string(),
    ...entries,
    createdAt: time,
    updatedAt: time,
    publishedAt: time,
    locale,
  })

/** A document in the answer to a query with `fields`: every attribute but the ids may be absent. */
export const selection = <Entries extends v.ObjectEntries>(
  schema: v.ObjectSchema<Entries, undefined>,
) => {
  const { id, documentId, ...attributes } = schema.entries as v.ObjectEntries
  return v.object({ ...v.partial(v.object(attributes)).entries, id: id!, documentId: documentId! })
}

const toOne = <Entries extends v.ObjectEntries>(schema: v.ObjectSchema<Entries, undefined>) =>
  v.optional(v.nullable(selection(schema)))
const toMany = <Entries extends v.ObjectEntries>(schema: v.ObjectSchema<Entries, undefined>) =>
  v.optional(v.array(selection(schema)))

const position = v.pipe(v.number(), v.integer())

export const state = document({ slug, name: v.string(), position })

export const category = document({
  slug,
  name: v.string(),
  position,
  /** The languages of its papers, the complete one first. */
  languages: v.array(v.string()),
  state: toOne(state),
})

export const tag = document({ slug, name: v.string(), position })

/** Policies, exam information, study material, a day's current affairs. */
export const page = document({
  slug,
  kind: v.picklist(['policy', 'exam-info', 'material', 'current-affairs']),
  /** Of current affairs. */
  date: v.nullable(day),
  source: v.string(),
  checkedOn: v.string(),
  title: v.string(),
  description: v.string(),
  /** HTML. */
  body: v.string(),
  category: toOne(category),
  tags: toMany(tag),
})

export const patternFact = v.object({
  id: v.string(),
  is: v.picklist(patternFactKinds),
  value: v.string(),
  note: v.nullable(v.string()),
  source: v.string(),
  url: v.nullable(v.pipe(v.string(), v.startsWith('https://'))),
  /** The year, month or day of the source. */
  dated: v.string(),
  isVerified: v.boolean(),
  /** The id of the fact that was true before. */
  replaces: v.nullable(v.string()),
  isCurrent: v.boolean(),
})

/** The facts about an exam's pattern, by stage. */
export const patternSheet = document({
  slug,
  checkedOn: v.string(),
  title: v.string(),
  stages: v.array(v.object({ slug: v.string(), name: v.string(), facts: v.array(patternFact) })),
  categories: toMany(category),
})

export const figure = v.object({
  url: v.string(),
  alternativeText: v.nullable(v.string()),
  width: v.number(),
  height: v.number(),
})

/** A question of a free paper, without its key. `locale`: the language of its texts. */
export const paperQuestion = v.object({
  id: v.number(),
  documentId: v.string(),
  locale,
  stem: v.string(),
  section: v.nullable(v.string()),
  figure: v.nullable(figure),
  options: v.optional(v.array(v.object({ id: v.number(), text: v.string() }))),
})

export const paperSection = v.object({
  id: v.number(),
  slug: v.string(),
  minutes: v.nullable(v.number()),
  name: v.string(),
  locale,
})

/** Marks for one answer, as a fraction without a sign; deductions too. */
const paperMarks = v.pipe(v.string(), v.regex(/^\d+(\/\d+)?$/))

/** A paper, without keys and explanations. */
export const practiceTest = document({
  slug,
  kind: v.picklist(paperKinds),
  year: v.nullable(v.number()),
  position,
  languages: v.array(v.string()),
  access: v.picklist(['free', 'premium']),
  minutes: v.number(),
  rightMarks: paperMarks,
  wrongMarks: paperMarks,
  blankMarks: paperMarks,
  /** The share of all marks that passes; null if the paper counts in the merit list. */
  qualifying: v.nullable(v.string()),
  digest: v.string(),
  questionCount: count,
  source: v.string(),
  checkedOn: v.string(),
  title: v.string(),
  description: v.string(),
  category: toOne(category),
  tags: toMany(tag),
  /** Absent from a premium paper. */
  questions: v.optional(v.array(paperQuestion)),
  sections: v.optional(v.array(paperSection)),
})

export const flashCard = document({
  front: v.string(),
  back: v.string(),
  position,
  tags: toMany(tag),
})

export const planPrice = v.object({ currency, amountMinor })

export const subscriptionPlan = document({
  slug,
  name: v.string(),
  description: v.string(),
  days: v.pipe(v.number(), v.integer(), v.minValue(1)),
  position,
  state: toOne(state),
  categories: toMany(category),
  practiceTests: toMany(practiceTest),
  tags: toMany(tag),
  prices: v.optional(v.array(planPrice)),
})

/** A member's subscription. */
export const userSubscription = document({
  startsAt: time,
  endsAt: time,
  status: v.picklist(['active', 'cancelled', 'refunded']),
  transactionId: v.nullable(v.string()),
  plan: toOne(subscriptionPlan),
})

/** A language of the content. The list is an array without `data`, as Strapi's i18n plugin
 *  returns. */
export const contentLocale = v.object({
  id: v.number(),
  documentId: v.string(),
  code: v.string(),
  name: v.string(),
  isDefault: v.boolean(),
  createdAt: time,
  updatedAt: time,
  publishedAt: time,
})
