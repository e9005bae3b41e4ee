import { defaultLocale, languages, locales, type Locale } from '../../domain/locale.ts'
import { foldText } from '../../domain/phonetic-folding.ts'
import type { Texts } from '../draft.ts'
import { digestOf, documentFields, type StagedContent } from './content-rows.ts'

/** The content of catalogue.json. */
export type CatalogueDraft = {
  /** How many changes of the desk this text has; absent: none. A database with more refuses it. */
  revision?: number
  /** In the order of the lists, as the exams. domain/exams.ts says what the fields mean. */
  states: {
    slug: string
    homeLocale: Locale
    papersOnOnePage?: boolean
    homeExams?: string[]
    name: Texts
    /** What pages call it, where that is not its full name. */
    label?: Texts
  }[]
  /** The exams. */
  categories: {
    slug: string
    /** It has no pages any more. Its row stays, because papers and attempts refer to it. */
    withdrawn?: true
    state: string
    group: string
    hall?: string
    languages: Locale[]
    name: Texts
    label?: Texts
    note: Texts
  }[]
  tags: { slug: string; name: Texts }[]
  plans: {
    slug: string
    /** It is kept, because it was bought, and not sold. */
    offSale?: true
    days: number
    state: string | null
    categories: string[]
    prices: { currency: string; amountMinor: number }[]
    name: Texts
    about: Texts
  }[]
  coupons: {
    code: string
    /** Either a percentage, or an amount in a currency. */
    percent?: number
    amountMinor?: number
    currency?: string
    plan?: string
    from?: string
    until?: string
    uses?: number
    usesEach?: number
  }[]
}

/** Stages the catalogue, with the rows of all languages: texts, attempts and payments refer to
 *  them. */
export function stageCatalogue(catalogue: CatalogueDraft, now: string): StagedContent {
  const withDocumentFields = <Item extends { slug: string; name: Texts }>(
    kind: string,
    items: readonly Item[],
  ) =>
    items.map((item) => ({
      ...item,
      ...documentFields(item, now, [kind, item.slug]),
      folded: Object.fromEntries(
        Object.entries(item.name).map(([locale, name]) => [locale, foldText(name)]),
      ),
    }))
  const json = {
    now,
    revision: catalogue.revision ?? 0,
    locales: locales.map((code) => ({
      code,
      name: languages[code].name,
      isDefault: code === defaultLocale ? 1 : 0,
    })),
    states: withDocumentFields('state', catalogue.states),
    categories: withDocumentFields('category', catalogue.categories),
    tags: withDocumentFields('tag', catalogue.tags),
    plans: withDocumentFields('subscription-plan', catalogue.plans),
    coupons: catalogue.coupons.map((coupon) => ({ ...coupon, digest: digestOf(coupon) })),
  }
  return {
    script: 'catalogue',
    parts: [{ part: 'catalogue', json }],
    documents: [
      ...catalogue.plans.map(({ slug }) => ({ kind: 'subscription-plan' as const, slug })),
      ...catalogue.coupons.map(({ code }) => ({ kind: 'coupon' as const, slug: code })),
    ],
  }
}

/** Covers the table of languages: a further language makes another catalogue. */
export const catalogueDigest = (catalogue: CatalogueDraft) => digestOf([catalogue, languages])
