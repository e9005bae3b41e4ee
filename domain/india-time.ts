// India has one time zone without daylight saving, so this needs no Intl, whose first use would
// take longer than the rest of a cold start.
const offsetMs = 5.5 * 3600_000

/** The date in India: '2026-11-21'. */
export const dayInIndia = (time: Date): string => inIndia(time).slice(0, 10)

/** The time of day in India, in 24 hours: '16:05'. */
export const clockInIndia = (time: Date): string => inIndia(time).slice(11, 16)

/** The moment of a day ('2026-11-21') and a time of day ('06:00') in India. */
export const momentInIndia = (day: string, clock: string): Date => new Date(`${day}T${clock}+05:30`)

/** The day so many days after another; before it if negative: ('2026-11-30', 1) -> '2026-12-01'. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** How many days one day is after another: ('2026-11-23', '2026-11-21') -> 2. */
export const daysBetween = (later: string, earlier: string): number =>
  Math.round((Date.parse(later) - Date.parse(earlier)) / 86_400_000)

/** Whether a text is a day that exists, as '2026-11-21'. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

const inIndia = (time: Date) => new Date(time.getTime() + offsetMs).toISOString()
