import type { SettlementReport } from '../providers/settlement-report.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** The day of a provider's report in which a time lies: '2026-11-22'. */
export const dayOf = ({ utcOffsetMinutes }: SettlementReport, time: Date): string =>
  new Date(time.getTime() + utcOffsetMinutes * minuteMs).toISOString().slice(0, 10)

/** The beginning of a day, and that of the next. */
export function rangeOfDay({ utcOffsetMinutes }: SettlementReport, day: string) {
  const fromMs = Date.parse(`${day}T00:00:00Z`) - utcOffsetMinutes * minuteMs
  return { from: new Date(fromMs), until: new Date(fromMs + dayMs) }
}

/** When the report of a day is complete at the provider. */
export const readyAt = (report: SettlementReport, day: string): Date =>
  new Date(rangeOfDay(report, day).until.getTime() + report.readyAfterMinutes * minuteMs)

/** '2026-11-22', -1 -> '2026-11-21'. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Whether a text is a day of the calendar. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
