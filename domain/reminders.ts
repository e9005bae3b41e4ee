import { addDays, clockInIndia, dayInIndia, momentInIndia } from './india-time.ts'

/** What a reader may be reminded of, each by a consent of its own: the result of a live mock is
 *  out, a live mock is tomorrow, cards are due. */
export const reminderKinds = ['result', 'live-mock', 'cards'] as const
export type ReminderKind = (typeof reminderKinds)[number]

export const isReminderKind = (text: string | undefined): text is ReminderKind =>
  (reminderKinds as readonly (string | undefined)[]).includes(text)

/** Hours of the day in India, 0 to 23, between which nothing is sent. The same hour twice: none. */
export type QuietHours = { from: number; to: number }

/** Unless the reader chose others. */
export const defaultQuietHours: QuietHours = { from: 21, to: 8 }

/** The first moment from `at` on that is not within the quiet hours. */
export function afterQuietHours(at: Date, { from, to }: QuietHours): Date {
  const hour = Number(clockInIndia(at).slice(0, 2))
  const isQuiet = from <= to ? hour >= from && hour < to : hour >= from || hour < to
  if (!isQuiet) return at
  const today = dayInIndia(at)
  return momentInIndia(hour < to ? today : addDays(today, 1), clockOf(to))
}

/** When the next day's reminders may be sent. */
export const nextMorning = (at: Date, quiet: QuietHours): Date =>
  afterQuietHours(momentInIndia(addDays(dayInIndia(at), 1), clockOf(quiet.to)), quiet)

const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Up to which bell readers are reminded now: from 17:00 on, of the live mocks of tomorrow. */
export const remindedBellsUntil = (now: Date): Date => {
  const day = dayInIndia(new Date(now.getTime() + 7 * 3_600_000))
  return momentInIndia(addDays(day, 1), '00:00')
}

const maxPauseDays = 8

/** After how many days a reader is reminded of cards again, who has not reviewed any since the last
 *  `unanswered` reminders: 1, 2, 4, then 8. */
export const pauseDaysAfter = (unanswered: number): number =>
  Math.min(2 ** Math.max(0, unanswered - 1), maxPauseDays)

/** How many devices of a reader receive reminders. */
export const maxPushDevices = 5
