import type { Locale } from './locale.ts'

/** Sanitised HTML. */
export type SafeHtml = string & { readonly safe: unique symbol }

/** A page of text: a policy, exam information, study material, a day's current affairs. `date`,
 *  `checkedOn` as 2026-11-21; `updatedAt` is ISO 8601. */
export type ContentPage = {
  slug: string
  locale: Locale
  title: string
  description: string
  body: SafeHtml
  date: string | null
  source: string
  checkedOn: string
  updatedAt: string
}

/** A page in lists. */
export type ContentPageSummary = Pick<
  ContentPage,
  'slug' | 'locale' | 'title' | 'description' | 'date' | 'updatedAt'
>

/** The pages whose path is their slug: '/terms'. */
export const policySlugs = [
  'privacy-policy',
  'terms',
  'disclaimer',
  'refundpolicy',
  'cancellationpolicy',
  'paymentpolicy',
  'contact-us',
] as const
export const infoSlugs = ['aao-exam-info', 'ao-exam-info', 'pdo-30days-material'] as const
