import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  applyEvent,
  eventId,
  replay,
  untouchedQuestion,
  type JournalEvent,
} from '../../domain/attempt/journal.ts'
import { rescueEvents } from '../../domain/attempt/rescue-answers.ts'
import {
  decodeRescue,
  encodeRescue,
  rescuedEventsOf,
  type Rescue,
  type RescuedEvent,
} from '../../domain/attempt/rescue-code.ts'
import { seededRandom } from '../support/seeded-random.ts'

const attempt = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
const carryKey = 'k3V9w2X8-m4qp_Za'
const startedAt = 1_800_000_000_000

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bare = (code: string) => code.replace(/\s/g, '')

type Version2 = Extract<Rescue, { version: 2 }>

/** A device somewhere in an attempt. */
function drawn(seed: number): Version2 {
  const random = seededRandom(seed)
  const writers = ['k3v9w2x8m4qp', 'page-load-two', 'a-writer-of-32-letters-000000001']
  const events: RescuedEvent[] = []
  let [tick, atMs] = [random.integerBelow(900), startedAt]
  const next = () => ({
    writer: random.itemOf(writers),
    tick: (tick += 1 + random.integerBelow(4)),
    atMs: (atMs += 10_000 * random.integerBelow(30)),
  })
  for (let index = 0; index < random.integerBelow(321); index++) {
    if (random.integerBelow(6) === 0) continue
    const kind = random.itemOf(['save', 'save', 'save', 'mark', 'clear', null] as const)
    const isBlank = kind === 'clear' || (kind === 'mark' && random.integerBelow(3) === 0)
    const option = isBlank ? null : random.integerBelow(random.integerBelow(9) === 0 ? 9 : 5)
    if (kind !== null) events.push({ index, kind, option, ...next() })
    if (random.integerBelow(8) === 0)
      events.push({ index, kind: 'choose', option: random.integerBelow(5), ...next() })
  }
  const keys = [carryKey, '9f86d081884c7d65', 'Zm9vYmFy-_Zm9vYg', 'a key? {with} "signs"', '']
  const device = random.integerBelow(2) === 0 ? null : 'device-of-a-test'
  return { version: 2, attempt, carryKey: random.itemOf(keys), device, events }
}

const answeredPaper = (count: number): Version2 => ({
  version: 2,
  attempt,
  carryKey,
  device: 'k3v9w2x8m4qp',
  events: Array.from({ length: count }, (_, index) => ({
    index,
    kind: index % 9 === 0 ? 'mark' : 'save',
    option: (index * 7) % 4,
    writer: 'm4qpk3v9w2x8',
    tick: 3 * index + 3 + (index % 3),
    atMs: startedAt + 10_000 * Math.floor((index * 48 + (index % 7) * 4) / 10),
  })),
})

describe('a rescue code', () => {
  it('brings back what it was made of', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const rescue = drawn(seed)
      expect(decodeRescue(encodeRescue(rescue))).toEqual(rescue)
    }
  })

  it('brings back an id that is no random UUID', () => {
    const rescue: Version2 = {
      ...answeredPaper(3),
      attempt: '01890a5d-ac96-774b-bcce-b302099a8057',
    }
    expect(decodeRescue(encodeRescue(rescue))).toEqual(rescue)
  })

  it('is at most 260 letters for 100 answers, in lines that fit a phone', () => {
    const code = encodeRescue(answeredPaper(100))
    expect(bare(code).length).toBeLessThanOrEqual(260)
    for (const line of code.split('\n')) expect(line.length).toBeLessThanOrEqual(29)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z \n]+$/)
  })

  it('notices every single wrong letter, and says in which line', () => {
    const code = bare(encodeRescue(answeredPaper(100)))
    for (let at = 0; at < code.length; at++)
      for (const letter of letters) {
        if (letter === code[at]) continue
        const wrong = code.slice(0, at) + letter + code.slice(at + 1)
        expect(decodeRescue(wrong)).toEqual({ reason: 'checksum', line: Math.floor(at / 25) + 1 })
      }
  })

  it('notices every two neighbours that changed places', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const code = bare(encodeRescue(drawn(seed)))
      for (let at = 0; at + 1 < code.length; at++) {
        if (code[at] === code[at + 1]) continue
        const wrong = code.slice(0, at) + code[at + 1]! + code[at]! + code.slice(at + 2)
        expect(decodeRescue(wrong)).toMatchObject({ reason: 'checksum' })
      }
    }
  })

  it('notices a line that is missing, comes twice, or stands in another place', () => {
    const lines = encodeRescue(answeredPaper(100)).split('\n')
    for (let at = 0; at < lines.length; at++) {
      const others = lines.filter((_, place) => place !== at)
      expect(decodeRescue(others.join('\n'))).toHaveProperty('reason')
      expect(
        decodeRescue([...lines.slice(0, at), lines[at]!, ...lines.slice(at)].join()),
      ).toHaveProperty('reason')
      if (at > 0)
        expect(
          decodeRescue(
            [...others.slice(0, at - 1), lines[at]!, ...others.slice(at - 1)].join('\n'),
          ),
        ).toHaveProperty('reason')
    }
  })

  it('may be written in small letters, with look-alikes, dashes, and Indian digits', () => {
    const rescue = answeredPaper(60)
    const code = encodeRescue(rescue)
    const ways = [
      code.toLowerCase(),
      bare(code),
      code.replaceAll(' ', '-'),
      code.replaceAll('0', 'o').replaceAll('1', 'l'),
      code.replaceAll('0', 'O').replaceAll('1', 'I'),
      code.replace(/\d/g, (digit) => String.fromCharCode(0xce6 + Number(digit))),
      code.replace(/\d/g, (digit) => String.fromCharCode(0xc66 + Number(digit))),
    ]
    for (const way of ways) expect(decodeRescue(way)).toEqual(rescue)
  })

  it('says that it is too short, or that a sign is none of its own', () => {
    expect(decodeRescue('')).toEqual({ reason: 'too-short' })
    expect(decodeRescue('  \n')).toEqual({ reason: 'too-short' })
    const code = encodeRescue(answeredPaper(60))
    expect(decodeRescue(`${code.slice(0, 40)}?${code.slice(41)}`)).toEqual({
      reason: 'character',
      line: 2,
    })
  })

  it('never takes a text of other letters for a code', () => {
    const random = seededRandom(7)
    for (let run = 0; run < 5000; run++) {
      const text = Array.from({ length: random.integerBelow(130) }, () =>
        random.itemOf(Array.from(letters)),
      ).join('')
      expect(decodeRescue(text)).toHaveProperty('reason')
    }
  })

  it('is made for 500 questions and a ninth option, too', () => {
    const rescue = answeredPaper(500)
    const events = rescue.events.map((event, at) => (at === 499 ? { ...event, option: 8 } : event))
    const decoded = decodeRescue(encodeRescue({ ...rescue, events }))
    expect(decoded).toEqual({ ...rescue, events })
  })
})

describe('a rescue code of version 1', () => {
  type Old = Extract<Rescue, { version: 1 }>
  const fixtures = JSON.parse(
    readFileSync('tests/fixtures/rescue-codes-version-1.json', 'utf8'),
  ) as { code: string; rescue: Omit<Old, 'version'> }[]

  it('is still read', () => {
    for (const { code, rescue } of fixtures)
      expect(decodeRescue(code)).toEqual({ ...rescue, version: 1 })
  })

  it('only adds answers: questions without an option give no event', () => {
    const questions = Array.from({ length: 200 }, (_, index) => `question-${index}`)
    for (const { rescue } of fixtures) {
      const events = rescueEvents({ ...rescue, version: 1 }, questions, startedAt)
      expect(events.filter(({ option }) => option === null)).toEqual([])
      expect(events).toHaveLength(rescue.answers.filter(({ option }) => option !== null).length)
    }
  })

  it('does not undo what the device delivered after the code was made', () => {
    const answer = { index: 0, option: 1, isMarked: false, isSaved: true }
    const old: Old = { version: 1, attempt, carryKey, tick: 5, answers: [answer] }
    const later = event({ tick: 6, kind: 'save', option: 3 })
    const there = replay([later, ...rescueEvents(old, ['question-0'], startedAt)])
    expect(there.questions.get('question-0')?.saved).toBe(3)
  })
})

it('full-width and invisible characters in a typed code do not matter', () => {
  const code = encodeRescue({ attempt, carryKey, device: null, events: [] })
  const wide = code.replace(/[0-9A-Z]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
  )
  const invisible = Array.from(code).join('\u200b').replaceAll(' ', '\u00a0\u200d\ufeff')
  for (const typed of [wide, invisible, `\u2066${code}\ufe0f\u2069`])
    expect(decodeRescue(typed)).toEqual(decodeRescue(code))
})

describe('the events of a rescue code', () => {
  const questions = Array.from({ length: 100 }, (_, index) => `question-${index}`)

  it('give another device the same saved, marked and tapped answers', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const written = history(seed)
      const state = replay(written)
      const random = seededRandom(seed)
      // Whatever part of the journal had arrived already: the code carries the rest.
      const arrived = written.filter(() => random.integerBelow(3) === 0)
      const carried = carriedBy(written.filter((one) => !arrived.includes(one)))
      const there = replay([...arrived, ...carried, ...carried])
      for (const id of questions) {
        const { saved, isMarked } = state.questions.get(id) ?? untouchedQuestion
        const found = there.questions.get(id) ?? untouchedQuestion
        expect(found.saved).toBe(saved)
        // A blank that was marked, or not any more: the code has what changes the marks.
        const own = carried.findLast(({ question, kind }) => question === id && kind !== 'choose')
        const isWhole = !arrived.some(({ question }) => question === id)
        if (isWhole && own && own.kind !== 'clear') expect(found.isMarked).toBe(isMarked)
      }
    }
  })

  it('are the device’s own, with their ids: delivered later, they are known', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const written = history(seed)
      const ids = new Set(written.map(eventId))
      for (const carried of carriedBy(written)) expect(ids).toContain(eventId(carried))
    }
  })

  it('erase no answer of another device that the device only looked at', () => {
    const others = ['0', '1', '2', '3'].map((at, index) =>
      event({
        ...{ writer: 'phone-three', device: 'device-c', tick: index + 1, kind: 'save' },
        ...{ option: 2, question: `question-${at}` },
      }),
    )
    const looked = Array.from({ length: 8 }, (_, at) =>
      event({ device: 'device-a', tick: 40 + at, kind: 'visit', question: `question-${at}` }),
    )
    const answer = event({ device: 'device-a', tick: 60, kind: 'save', option: 1 })
    const own = [...looked, { ...answer, question: 'question-8' }]
    const { questions: states } = replay([...others, ...carriedBy(own)])
    const saved = questions.slice(0, 9).map((id) => states.get(id)?.saved ?? null)
    expect(saved).toEqual([2, 2, 2, 2, null, null, null, null, 1])
  })

  it('have ids that the product API takes, the same each time', () => {
    const rescue = drawn(11)
    const events = rescueEvents(rescue, questions, startedAt)
    for (const { writer, tick } of events) {
      expect(writer).toMatch(/^[a-z0-9-]{8,32}$/)
      expect(tick).toBeGreaterThan(0)
    }
    expect(rescueEvents(rescue, questions, startedAt)).toEqual(events)
  })

  function carriedBy(own: readonly JournalEvent[]): JournalEvent[] {
    const events = rescuedEventsOf(own, questions)
    const rescue = decodeRescue(encodeRescue({ attempt, carryKey, device: null, events }))
    if ('reason' in rescue) throw new Error(rescue.reason)
    return rescueEvents(rescue, questions, startedAt)
  }

  function history(seed: number): JournalEvent[] {
    const random = seededRandom(seed)
    const kinds = ['visit', 'choose', 'save', 'mark', 'clear', 'leave'] as const
    return Array.from({ length: random.integerBelow(300) + 1 }, (_, place) => {
      const kind = random.itemOf(kinds)
      return event({
        writer: place % 40 < 20 ? 'phone-one' : 'zebra-phone',
        tick: place + 1,
        kind,
        question: `question-${random.integerBelow(100)}`,
        option:
          kind === 'choose' || (kind === 'save' && random.integerBelow(4) > 0)
            ? random.integerBelow(4)
            : null,
      })
    })
  }
})

function event(part: Partial<JournalEvent>): JournalEvent {
  return {
    writer: 'phone-one',
    tick: 1,
    at: startedAt + 60_000,
    kind: 'visit',
    question: 'question-0',
    option: null,
    locale: 'kn',
    spentMs: 1000,
    ...part,
  }
}

it('what a question looks like after its key was seen does not change by a rescue code', () => {
  const seen = { ...untouchedQuestion, saved: 1, isRevealed: true }
  const saved = {
    index: 0,
    kind: 'save',
    option: 2,
    writer: 'phone-one',
    tick: 9,
    atMs: 0,
  } as const
  const [carried] = rescueEvents(
    { version: 2, attempt, carryKey, device: null, events: [saved] },
    ['q'],
    0,
  )
  expect(applyEvent(seen, carried!).saved).toBe(1)
})
