import type { DeckMessages } from '../../../domain/study/flash-deck.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The time until a card is due again: '10 min', 'tomorrow', '3 days'. */
export function intervalText(ms: number, messages: DeckMessages): string {
  const days = Math.round(ms / dayMs)
  if (ms < minuteMs / 2) return messages.now
  if (ms < hourMs) return fillCount(messages.minutes, Math.max(1, Math.round(ms / minuteMs)))
  if (ms < dayMs / 2) return fillCount(messages.hours, Math.round(ms / hourMs))
  if (days <= 1) return messages.tomorrow
  return days < 60
    ? fillCount(messages.days, days)
    : fillCount(messages.months, Math.round(days / 30))
}

export const fillCount = (message: string, count: number) =>
  message.replace('{count}', String(count))
