import * as v from 'valibot'
import { allExams, findExam } from '../exams.ts'
import { fallbackChain, locales, localesToRequest, type Locale } from '../../domain/locale.ts'
import { providerIds, type PaymentTerms, type Quote } from '../../domain/payment.ts'
import { paymentProviders } from '../../domain/payment-providers.ts'
import { examsOf, type Plan, type PremiumTest, type PremiumTestsByExam } from '../../domain/plan.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { ApiClient } from './client.ts'
import { isNotOffered, type ApiError } from './errors.ts'
import { billLine, minorUnits, names } from './payments.ts'
import { strapiQuery } from './strapi.ts'

const slugs = v.optional(v.array(v.object({ slug: v.string() })), [])

const planList = v.pipe(
  v.object({
    data: v.array(
      v.object({
        slug: v.string(),
        locale: v.picklist(locales),
        name: v.string(),
        description: v.nullish(v.string(), ''),
        days: v.pipe(v.number(), v.integer(), v.minValue(1)),
        state: v.nullish(v.object({ slug: v.string() }), null),
        categories: slugs,
        practiceTests: v.optional(
          v.array(
            v.object({
              slug: v.string(),
              title: v.string(),
              category: v.nullish(v.object({ slug: v.string() }), null),
            }),
          ),
          [],
        ),
        tags: v.optional(
          v.array(v.object({ name: v.string(), slug: v.fallback(v.string(), '') })),
          [],
        ),
        prices: v.array(
          v.object({ currency: v.pipe(v.string(), v.length(3)), amountMinor: minorUnits }),
        ),
      }),
    ),
  }),
  v.transform(({ data }) =>
    data.map(({ state, categories, practiceTests, ...plan }): Plan => ({
      ...plan,
      exams: examsOf(allExams(), state?.slug ?? null, categories),
      tests: practiceTests.map(({ slug, title, category }) => ({
        slug,
        title,
        exam: category?.slug ?? null,
      })),
    })),
  ),
)

/** Every plan on sale, in the operator's order; each in the reader's language if it has it. */
export async function plansOnSale(
  api: ApiClient,
  readerLocale: Locale,
): Promise<Result<Plan[], ApiError>> {
  const bySlug = new Map<string, Plan>()
  for (const locale of localesToRequest(readerLocale, locales)) {
    const query = strapiQuery({
      locale,
      populate: {
        prices: 'true',
        state: { fields: ['slug'] },
        categories: { fields: ['slug'] },
        practiceTests: { fields: ['slug', 'title'], populate: { category: { fields: ['slug'] } } },
        tags: { fields: ['name', 'slug'] },
      },
      sort: 'position',
      pagination: { pageSize: 100, withCount: false },
    })
    const found = await api.read(`/api/subscription-plans${query}`, planList)
    if (!found.ok) return found
    for (const plan of found.value) if (!bySlug.has(plan.slug)) bySlug.set(plan.slug, plan)
  }
  // A plan that was taken off sale stays for its subscribers, without a price.
  return ok([...bySlug.values()].filter(({ prices }) => prices.length > 0))
}

const premiumTests = v.object({
  data: v.array(
    v.object({
      slug: v.string(),
      locale: v.fallback(v.nullable(v.picklist(locales)), null),
      title: v.fallback(v.string(), ''),
      category: v.nullish(v.object({ slug: v.string() }), null),
    }),
  ),
})
const pageSize = 100
const maxPages = 20

/** The premium tests of each exam, in any language: each in the reader's if it has it. Cost: one
 *  request per language and hundred tests, answered from copies. */
export async function premiumTestsByExam(
  api: ApiClient,
  readerLocale: Locale,
): Promise<Result<PremiumTestsByExam, ApiError>> {
  const inOrder = fallbackChain(readerLocale)
  const found = await Promise.all(inOrder.map((locale) => premiumTestsIn(api, locale)))
  const slugs = new Set<string>()
  const byExam = new Map<string, PremiumTest[]>()
  for (const tests of found) {
    if (!tests.ok) return tests
    for (const { slug, title, locale, category } of tests.value) {
      const exam = findExam(category?.slug ?? '')
      if (!exam || slugs.has(slug)) continue
      slugs.add(slug)
      byExam.set(exam.slug, [...(byExam.get(exam.slug) ?? []), { slug, title, locale }])
    }
  }
  return ok(byExam)
}

type ListedTest = v.InferOutput<typeof premiumTests>['data'][number]

async function premiumTestsIn(
  api: ApiClient,
  locale: Locale,
): Promise<Result<ListedTest[], ApiError>> {
  const all: ListedTest[] = []
  for (let page = 1; page <= maxPages; page++) {
    const query = strapiQuery({
      filters: { access: { $eq: 'premium' } },
      fields: ['slug', 'title'],
      populate: { category: { fields: ['slug'] } },
      sort: 'slug',
      locale,
      pagination: { page, pageSize, withCount: false },
    })
    const found = await api.read(`/api/practice-tests${query}`, premiumTests)
    if (!found.ok) return found
    all.push(...found.value.data)
    if (found.value.data.length < pageSize) break
  }
  return ok(all)
}

const providerList = v.object({
  data: v.array(
    v.object({
      // Any string, because a product API may have providers that this site does not know.
      provider: v.string(),
      currency: v.pipe(v.string(), v.length(3)),
      available: v.boolean(),
    }),
  ),
  meta: v.optional(v.object({ refundDays: v.nullish(v.number(), null) }), {}),
})

/** Used for a product API without an endpoint for its terms. */
const assumedTerms: PaymentTerms = {
  methods: paymentProviders.map(({ id, usualCurrency }) => ({
    provider: id,
    currency: usualCurrency,
  })),
  refundDays: null,
}

/** The providers that are configured, in the order of domain/payment-providers.ts, and the refund
 *  period that pages may promise. */
export async function paymentTerms(api: ApiClient): Promise<Result<PaymentTerms, ApiError>> {
  const found = await api.read('/api/payment-transactions/providers', providerList, {
    isOptional: true,
  })
  if (!found.ok) return isNotOffered(found.error) ? ok(assumedTerms) : found
  const { data, meta } = found.value
  return ok({
    methods: providerIds.flatMap((provider) => {
      const listed = data.find((one) => one.provider === provider && one.available)
      return listed ? [{ provider, currency: listed.currency }] : []
    }),
    refundDays: meta.refundDays,
  })
}

const quote = v.pipe(
  v.object({
    data: v.object({
      currency: v.pipe(v.string(), v.length(3)),
      lines: v.array(billLine),
      totalMinor: minorUnits,
      endsAt: v.string(),
      owned: v.nullish(
        v.object({
          kind: v.picklist(['renewal', 'covered', 'upgrade']),
          plan: v.object({ slug: v.string(), name: names }),
          endsAt: v.string(),
          later: v.nullish(v.object({ startsAt: v.string(), endsAt: v.string() }), null),
        }),
        null,
      ),
      coupon: v.nullish(v.object({ code: v.string(), ok: v.boolean() }), null),
      tax: v.nullish(
        v.object({ percent: v.number(), payerState: v.nullish(v.string(), null) }),
        null,
      ),
    }),
  }),
  v.transform(({ data: { currency, lines, totalMinor, endsAt, owned, coupon, tax } }): Quote => ({
    lines: lines.map(({ amountMinor, ...line }) => ({
      ...line,
      amount: { currency, amountMinor },
    })),
    total: { currency, amountMinor: totalMinor },
    endsAt,
    owned: owned && { ...owned, plan: { slug: owned.plan.slug, names: owned.plan.name } },
    coupon: coupon && {
      code: coupon.code,
      is: coupon.ok ? ('accepted' as const) : ('refused' as const),
    },
    tax,
  })),
)

/** The price of a plan for this reader now, with coupon and credit. Never answered from a copy. */
export async function quoteFor(
  api: ApiClient,
  order: { plan: string; currency: string; coupon: string; useCredit: boolean },
): Promise<Result<Quote, ApiError>> {
  const { plan, currency, coupon, useCredit } = order
  return api.call('POST', '/api/payment-transactions/quote', quote, {
    body: { plan, currency, useCredit, ...(coupon !== '' && { coupon }) },
  })
}
