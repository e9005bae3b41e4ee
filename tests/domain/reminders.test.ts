import { describe, expect, it } from 'vitest'
import {
  afterQuietHours,
  nextMorning,
  pauseDaysAfter,
  remindedBellsUntil,
} from '../../domain/reminders.ts'
import { clockInIndia, momentInIndia } from '../../domain/india-time.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const india = (day: string, clock: string) => momentInIndia(day, clock)

describe('quiet hours', () => {
  it.each([
    ['2026-12-12', '20:59', '2026-12-12', '20:59'],
    ['2026-12-12', '21:00', '2026-12-13', '08:00'],
    ['2026-12-12', '23:30', '2026-12-13', '08:00'],
    ['2026-12-13', '00:10', '2026-12-13', '08:00'],
    ['2026-12-13', '07:59', '2026-12-13', '08:00'],
    ['2026-12-13', '08:00', '2026-12-13', '08:00'],
  ])('of 21 to 8: %s %s is sent at %s %s', (day, clock, sentOn, sentAt) => {
    expect(afterQuietHours(india(day, clock), { from: 21, to: 8 })).toEqual(india(sentOn, sentAt))
  })

  it('of any two hours never contain the moment that follows them, within a day', () => {
    for (const from of hours)
      for (const to of hours)
        for (const hour of hours) {
          const at = india('2026-12-12', `${String(hour).padStart(2, '0')}:30`)
          const sent = afterQuietHours(at, { from, to })
          const sentHour = Number(clockInIndia(sent).slice(0, 2))
          const isQuiet =
            from <= to ? sentHour >= from && sentHour < to : sentHour >= from || sentHour < to
          expect([from, to, hour, isQuiet]).toEqual([from, to, hour, false])
          const waitedHours = (sent.getTime() - at.getTime()) / 3_600_000
          expect(waitedHours).toBeGreaterThanOrEqual(0)
          expect(waitedHours).toBeLessThan(24)
        }
  })

  it('end on the next day for whoever had one of the kind today', () => {
    const next = nextMorning(india('2026-12-12', '10:00'), { from: 21, to: 8 })
    expect(next).toEqual(india('2026-12-13', '08:00'))
    expect(nextMorning(india('2026-12-12', '10:00'), { from: 9, to: 9 })).toEqual(
      india('2026-12-13', '09:00'),
    )
  })
})

describe('a reminder of a live mock', () => {
  it('is of tomorrow from 17:00 on, and until then only of today', () => {
    expect(remindedBellsUntil(india('2026-12-12', '16:59'))).toEqual(india('2026-12-13', '00:00'))
    expect(remindedBellsUntil(india('2026-12-12', '17:00'))).toEqual(india('2026-12-14', '00:00'))
  })
})

it('reminders of cards that nobody answers come every 1, 2, 4, then 8 days', () => {
  expect([1, 2, 3, 4, 5, 20].map(pauseDaysAfter)).toEqual([1, 2, 4, 8, 8, 8])
})
