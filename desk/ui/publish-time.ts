import { clockInIndia, dayInIndia, isDay, momentInIndia } from '../../domain/india-time.ts'
import type { FormFields } from '../../http/request-body.ts'

/** When a day is published, unless its author says otherwise. */
const defaultClock = '06:00'

/** The minute in the fields `publishDay` and `publishTime`; six in the morning of the day where
 *  they are empty or nonsense. */
export function publishAtOf(form: FormFields, date: string): string {
  const { publishDay = '', publishTime = '' } = form
  const isClock = /^([01]\d|2[0-3]):[0-5]\d$/.test(publishTime)
  const on = isDay(publishDay) ? publishDay : date
  return momentInIndia(on, isClock ? publishTime : defaultClock).toISOString()
}

export const defaultPublishAt = (date: string) => publishAtOf({}, date)

/** The values of the two fields. */
export const publishFields = (publishAt: string) => ({
  day: dayInIndia(new Date(publishAt)),
  clock: clockInIndia(new Date(publishAt)),
})
