const offsetMs = 330 * 60_000

/** The date in India (UTC+5:30): '2027-03-31'. */
export const dateInIndia = (at: Date): string =>
  new Date(at.getTime() + offsetMs).toISOString().slice(0, 10)

/** The year in which the financial year of a date begins: '2027-03-31' -> 2026. */
export function fiscalYearOf(date: string): number {
  const [year = '', month = ''] = date.split('-')
  return Number.parseInt(year, 10) - (month < '04' ? 1 : 0)
}
