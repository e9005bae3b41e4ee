import { describe, expect, it } from 'vitest'
import { createEventSet } from '../../client/device/journal/event-set.ts'
import { saveSign, type SaveSign } from '../../client/device/journal/save-sign.ts'
import type { JournalEvent } from '../../domain/attempt/journal.ts'

const event: JournalEvent = {
  ...{ writer: 'writer000001', tick: 1, at: 1, kind: 'save', question: 'q1', option: 2 },
  ...{ locale: 'kn', spentMs: 0 },
}

/** The proof that everything was sent, which only an event set gives. */
const allSent = createEventSet().allSent()!
const unsentCounts = [0, 1, 3] as const
const copyCounts = [0, 1, 2] as const

const combinations = unsentCounts.flatMap((count) =>
  [0, 1, 3].flatMap((refused) =>
    refused > count
      ? []
      : [true, false].flatMap((isOnline) =>
          copyCounts.map((copies) => ({ count, refused, isOnline, copies })),
        ),
  ),
)

const expected = ({ count, refused, isOnline }: (typeof combinations)[number]): SaveSign['kind'] =>
  count === 0 ? 'sent' : refused > 0 ? 'refused' : isOnline ? 'saved' : 'offline'

describe('saveSign', () => {
  it.each(combinations)(
    'shows one of four states, $count unsent, $refused refused, online $isOnline, $copies copies',
    (given) => {
      const { count, refused, isOnline, copies } = given
      const unsent = count === 0 ? allSent : { count, refused }
      const sign = saveSign({ unsent, isOnline, copies })
      expect(sign.kind).toBe(expected(given))
      if (sign.kind === 'sent') return
      expect(sign.isStored).toBe(copies > 0)
      expect(sign.count).toBe(refused > 0 ? refused : count)
    },
  )

  it('cannot say "sent" without the proof of an event set', () => {
    // @ts-expect-error -- only an event set has the proof
    const signs: SaveSign[] = [{ kind: 'sent' }]
    expect(signs).toHaveLength(1)
  })
})

describe('the proof that all events were sent', () => {
  it('is missing as long as the server has not named an event as stored', () => {
    const events = createEventSet()
    expect(events.allSent()).not.toBeNull()
    events.add(event, 'unsent')
    expect(events.allSent()).toBeNull()
    events.settle('writer000001.2', 'counted')
    expect(events.allSent()).toBeNull()
    events.settle('writer000001.1', 'apart')
    expect(events.allSent()).not.toBeNull()
    events.add({ ...event, tick: 2 }, 'counted')
    expect(events.allSent()).not.toBeNull()
  })
})
