import { isDay, momentInIndia } from '../../domain/india-time.ts'
import { locales, recordOfLocales, type Locale } from '../../domain/locale.ts'
import { noticeKinds, noticePlaces } from '../../domain/notice.ts'
import type { FormFields } from '../../http/request-body.ts'
import type { NewNotice } from './stored-notices.ts'

export const maxNoticeLength = 200
/** A notice that is shown for longer belongs on a page. */
const maxDays = 60

export type TypedNotice = Record<
  'kind' | 'place' | 'exam' | 'fromDay' | 'fromTime' | 'untilDay' | 'untilTime',
  string
> & { texts: Record<Locale, string> }
export type NoticeProblem = 'exam' | 'times' | 'texts'

export const typedNotice = (form: FormFields): TypedNotice => ({
  kind: form.kind ?? 'notice',
  place: form.place ?? 'everywhere',
  exam: form.exam ?? '',
  fromDay: form.fromDay ?? '',
  fromTime: form.fromTime ?? '',
  untilDay: form.untilDay ?? '',
  untilTime: form.untilTime ?? '',
  texts: recordOfLocales((locale) =>
    (form[`text.${locale}`] ?? '').replace(/\s+/g, ' ').trim().slice(0, maxNoticeLength),
  ),
})

/** The notice that was typed, or what is missing of it. Times are in India. */
export function noticeOf(
  typed: TypedNotice,
  exams: readonly { slug: string }[],
  now: Date,
): Omit<NewNotice, 'formKey'> | NoticeProblem {
  const kind = noticeKinds.find((one) => one === typed.kind) ?? 'notice'
  // Whoever uses the site is told of its maintenance.
  const place =
    kind === 'maintenance'
      ? 'everywhere'
      : (noticePlaces.find((one) => one === typed.place) ?? 'everywhere')
  if (place === 'exam' && !exams.some(({ slug }) => slug === typed.exam)) return 'exam'
  const from = momentOf(typed.fromDay, typed.fromTime) ?? now
  const until = momentOf(typed.untilDay, typed.untilTime)
  const isTyped = typed.fromDay === '' || momentOf(typed.fromDay, typed.fromTime) !== null
  if (!until || !isTyped || until <= from || until <= now) return 'times'
  if (until.getTime() - from.getTime() > maxDays * 86_400_000) return 'times'
  if (locales.some((locale) => typed.texts[locale] === '')) return 'texts'
  return {
    ...{ kind, place, exam: place === 'exam' ? typed.exam : null },
    ...{ from: from.toISOString(), until: until.toISOString(), texts: typed.texts },
  }
}

function momentOf(day: string, clock: string): Date | null {
  const isClock = /^([01]\d|2[0-3]):[0-5]\d$/.test(clock)
  return isDay(day) && isClock ? momentInIndia(day, clock) : null
}
