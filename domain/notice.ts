import type { Locale } from './locale.ts'

export const noticeKinds = ['notice', 'maintenance'] as const
export const noticePlaces = ['everywhere', 'checkout', 'exam'] as const

/** A short notice to readers. Times are ISO 8601: of a notice, when it is shown; of a maintenance,
 *  when the work is. */
export type Notice = {
  id: number
  kind: (typeof noticeKinds)[number]
  place: (typeof noticePlaces)[number]
  /** The slug of the exam on whose pages it is shown. */
  exam: string | null
  from: string
  until: string
  texts: Readonly<Record<Locale, string>>
}

/** A maintenance is announced so long before it begins. */
const announcedMs = 24 * 3600_000

/** From when on it is shown, in ms since 1970. */
export const shownFromMs = ({ kind, from }: Pick<Notice, 'kind' | 'from'>): number =>
  Date.parse(from) - (kind === 'maintenance' ? announcedMs : 0)

/** More of them would push the page away. */
const maxShown = 2

/** The notices of a page, maintenance first. `path`: without the language; `isCheckout`: whether
 *  something is bought or paid there. */
export function noticesOf(
  notices: readonly Notice[],
  { path, isCheckout }: { path: string; isCheckout: boolean },
  nowMs: number,
): Notice[] {
  const segments = path.split('/')
  return notices
    .filter((notice) => {
      const { place, exam, until } = notice
      if (nowMs < shownFromMs(notice) || nowMs >= Date.parse(until)) return false
      if (place === 'checkout') return isCheckout
      return place === 'everywhere' || (exam !== null && segments.includes(exam))
    })
    .toSorted((one, other) => Number(one.kind === 'notice') - Number(other.kind === 'notice'))
    .slice(0, maxShown)
}
