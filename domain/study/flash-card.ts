import type { Locale } from '../locale.ts'

export type FlashCard = {
  id: string
  locale: Locale
  front: string
  back: string
  tags: readonly string[]
}
export type Tag = { slug: string; name: string }
