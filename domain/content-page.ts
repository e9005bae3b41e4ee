import type { Locale } from './locale.ts'

/** HTML that has been through the sanitiser. */
export type SafeHtml = string & { readonly safe: unique symbol }

/** A page of words: a policy, exam information, study material, a day's current affairs. */
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

/** One line of a list of pages. */
export type ContentPageSummary = Pick<
  ContentPage,
  'slug' | 'locale' | 'title' | 'description' | 'date' | 'updatedAt'
>

/** Pages of words that stand at the address of their own slug. */
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
