import * as v from 'valibot'
import { locales, type Locale } from '../../domain/locale.ts'
import { examsOf } from '../../domain/plan.ts'
import type { Result } from '../../domain/result.ts'
import type { Referral, Subscription } from '../../domain/subscription.ts'
import { allExams } from '../exams.ts'
import type { ApiError } from './errors.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import { minorUnits } from './payments.ts'
import { idEntries, idOf, strapiQuery } from './strapi.ts'

const slugs = v.fallback(v.array(v.object({ slug: v.string() })), [])

const subscriptions = v.pipe(
  v.object({
    data: v.array(
      v.object({
        ...idEntries,
        startsAt: v.string(),
        endsAt: v.string(),
        status: v.picklist(['active', 'cancelled', 'refunded']),
        // Absent in a backend that does not say how a subscription came about.
        transactionId: v.optional(v.nullable(v.string()), ''),
        plan: v.object({
          slug: v.string(),
          name: v.string(),
          locale: v.fallback(v.nullable(v.picklist(locales)), null),
          state: v.fallback(v.nullable(v.object({ slug: v.string() })), null),
          categories: slugs,
          practiceTests: slugs,
          tags: slugs,
        }),
      }),
    ),
  }),
  v.transform(({ data }) =>
    data.map(({ id, documentId, plan, transactionId, ...row }): Subscription => ({
      ...row,
      id: idOf({ id, documentId }),
      isGiven: transactionId === null,
      plan: {
        ...{ slug: plan.slug, name: plan.name, locale: plan.locale },
        exams: examsOf(allExams(), plan.state?.slug ?? null, plan.categories),
        tests: plan.practiceTests.map(({ slug }) => slug),
        tags: plan.tags.map(({ slug }) => slug),
      },
    })),
  ),
)

/** The reader's subscriptions with their plans, sorted by end, latest first. */
export async function ownSubscriptions(
  api: ApiClient,
  locale: Locale,
): Promise<Result<Subscription[], ApiError>> {
  const query = strapiQuery({
    locale,
    populate: {
      plan: {
        populate: {
          state: { fields: ['slug'] },
          categories: { fields: ['slug'] },
          practiceTests: { fields: ['slug'] },
          tags: { fields: ['slug'] },
        },
      },
    },
    sort: 'endsAt:desc',
    pagination: { pageSize: 50, withCount: false },
  })
  return api.call('GET', `/api/user-subscriptions${query}`, subscriptions, { isRepeatable: true })
}

const referral = v.pipe(
  v.object({
    meta: v.object({
      code: v.pipe(v.string(), v.nonEmpty()),
      balances: v.optional(
        v.array(
          v.object({
            currency: v.pipe(v.string(), v.length(3)),
            amountMinor: minorUnits,
            pendingMinor: v.optional(minorUnits, 0),
          }),
        ),
        [],
      ),
    }),
  }),
  v.transform(({ meta }): Referral => ({
    code: meta.code,
    credits: meta.balances.filter(({ amountMinor }) => amountMinor > 0),
    pendingCredits: meta.balances
      .filter(({ pendingMinor }) => pendingMinor > 0)
      .map(({ currency, pendingMinor }) => ({ currency, amountMinor: pendingMinor })),
  })),
)

/** The reader's referral code and credit. */
export const ownReferral = (api: ApiClient): Promise<Result<Referral, ApiError>> =>
  api.call('GET', '/api/referral-transactions', referral, { isRepeatable: true })

/** Redeems a friend's referral code. Errors: http-error 400 if the code is unknown or redeemed
 *  already. */
export const redeemCode = (api: ApiClient, code: string) =>
  api.call('POST', '/api/referral-transactions', anyAnswer, { body: { code } })
