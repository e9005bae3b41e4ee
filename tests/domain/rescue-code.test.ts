import { describe, expect, it } from 'vitest'
import {
  applyEvent,
  replay,
  untouchedQuestion,
  type JournalEvent,
} from '../../domain/attempt/journal.ts'
import { rescueAnswersOf, rescueEvents } from '../../domain/attempt/rescue-answers.ts'
import {
  decodeRescue,
  encodeRescue,
  type Rescue,
  type RescueAnswer,
} from '../../domain/attempt/rescue-code.ts'
import { seededRandom } from '../support/seeded-random.ts'

const attempt = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
const carryKey = 'k3V9w2X8-m4qp_Za'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const withoutSpaces = (code: string) => code.replace(/\s/g, '')

/** An attempt somewhere in its middle. */
function drawn(seed: number): Rescue {
  const random = seededRandom(seed)
  const answers: RescueAnswer[] = []
  for (let index = 0; index < random.integerBelow(201); index++) {
    const option = random.integerBelow(4) === 0 ? null : random.integerBelow(5)
    const isSaved = option === null || random.integerBelow(5) > 0
    const isMarked = isSaved && random.integerBelow(5) === 0
    if (random.integerBelow(6) > 0) answers.push({ index, option, isMarked, isSaved })
  }
  const keys = [carryKey, '9f86d081884c7d65', 'Zm9vYmFy-_Zm9vYg', 'a key? {with} "signs"', '']
  return { attempt, carryKey: random.itemOf(keys), tick: random.integerBelow(3000), answers }
}

const answeredPaper = (count: number): Rescue => ({
  attempt,
  carryKey,
  tick: 412,
  answers: Array.from({ length: count }, (_, index) => ({
    index,
    option: (index * 7) % 4,
    isMarked: index % 9 === 0,
    isSaved: true,
  })),
})

describe('a rescue code', () => {
  it('decodes to what was encoded', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const rescue = drawn(seed)
      expect(decodeRescue(encodeRescue(rescue))).toEqual(rescue)
    }
  })

  it('decodes an id that is not a random UUID', () => {
    const rescue = { ...answeredPaper(3), attempt: '01890a5d-ac96-774b-bcce-b302099a8057' }
    expect(decodeRescue(encodeRescue(rescue))).toEqual(rescue)
  })

  it('is at most 120 letters for 100 answers, in lines that fit a phone', () => {
    const code = encodeRescue(answeredPaper(100))
    expect(withoutSpaces(code).length).toBeLessThanOrEqual(120)
    for (const line of code.split('\n')) expect(line.length).toBeLessThanOrEqual(29)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z \n]+$/)
  })

  it('detects every single wrong letter, with its line', () => {
    const code = withoutSpaces(encodeRescue(answeredPaper(100)))
    for (let at = 0; at < code.length; at++)
      for (const letter of letters) {
        if (letter === code[at]) continue
        const wrong = code.slice(0, at) + letter + code.slice(at + 1)
        expect(decodeRescue(wrong)).toEqual({ reason: 'checksum', line: Math.floor(at / 25) + 1 })
      }
  })

  it('detects every two swapped neighbours', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const code = withoutSpaces(encodeRescue(drawn(seed)))
      for (let at = 0; at + 1 < code.length; at++) {
        if (code[at] === code[at + 1]) continue
        const wrong = code.slice(0, at) + code[at + 1]! + code[at]! + code.slice(at + 2)
        expect(decodeRescue(wrong)).toMatchObject({ reason: 'checksum' })
      }
    }
  })

  it('detects a line that is missing, repeated or in another position', () => {
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

  it('is read in lower case, with O for 0, I or L for 1, dashes, and Indian digits', () => {
    const rescue = answeredPaper(60)
    const code = encodeRescue(rescue)
    const ways = [
      code.toLowerCase(),
      withoutSpaces(code),
      code.replaceAll(' ', '-'),
      code.replaceAll('0', 'o').replaceAll('1', 'l'),
      code.replaceAll('0', 'O').replaceAll('1', 'I'),
      code.replace(/\d/g, (digit) => String.fromCharCode(0xce6 + Number(digit))),
      code.replace(/\d/g, (digit) => String.fromCharCode(0xc66 + Number(digit))),
    ]
    for (const way of ways) expect(decodeRescue(way)).toEqual(rescue)
  })

  it('is rejected if it is too short or has an invalid character', () => {
    expect(decodeRescue('')).toEqual({ reason: 'too-short' })
    expect(decodeRescue('  \n')).toEqual({ reason: 'too-short' })
    const code = encodeRescue(answeredPaper(60))
    expect(decodeRescue(`${code.slice(0, 40)}?${code.slice(41)}`)).toEqual({
      reason: 'character',
      line: 2,
    })
  })

  it('is never decoded from random letters', () => {
    const random = seededRandom(7)
    for (let run = 0; run < 5000; run++) {
      const text = Array.from({ length: random.integerBelow(130) }, () =>
        random.itemOf(Array.from(letters)),
      ).join('')
      expect(decodeRescue(text)).toHaveProperty('reason')
    }
  })
})

describe('the events of a rescue code', () => {
  const questions = Array.from({ length: 100 }, (_, index) => `question-${index}`)
  const endsAt = 1_800_000_000_000

  it('give another device the same saved, marked and tapped answers', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const written = history(seed)
      const state = replay(written)
      const code = encodeRescue({
        attempt,
        carryKey,
        tick: state.lastTick,
        answers: rescueAnswersOf(state, questions),
      })
      const rescue = decodeRescue(code)
      if ('reason' in rescue) throw new Error(rescue.reason)
      const carried = rescueEvents(rescue, questions, endsAt)
      // Whatever part of the journal had arrived already.
      const random = seededRandom(seed)
      const arrived = written.filter(() => random.integerBelow(2) === 0)
      const there = replay([...arrived, ...carried, ...carried])
      for (const id of questions) {
        const { saved, isMarked, chosen } = state.questions.get(id) ?? untouchedQuestion
        const found = there.questions.get(id) ?? untouchedQuestion
        expect({ saved: found.saved, isMarked: found.isMarked }).toEqual({ saved, isMarked })
        if (saved === null && !isMarked) expect(found.chosen).toBe(chosen)
      }
    }
  })

  it('do not overwrite what the first device delivered after the code was made', () => {
    const early = event({ tick: 5, kind: 'save', option: 1 })
    const state = replay([early])
    const rescue = { attempt, carryKey, tick: 5, answers: rescueAnswersOf(state, questions) }
    const late = event({ tick: 6, kind: 'save', option: 3 })
    const there = replay([early, late, ...rescueEvents(rescue, questions, endsAt)])
    expect(there.questions.get('question-0')?.saved).toBe(3)
  })

  it('have ids that the product API accepts, the same each time', () => {
    const rescue = drawn(11)
    const events = rescueEvents(rescue, questions, endsAt)
    for (const { writer, tick } of events) {
      expect(writer).toMatch(/^[a-z0-9-]{8,32}$/)
      expect(tick).toBeGreaterThan(0)
    }
    expect(new Set(events.map(({ writer }) => writer)).size).toBe(events.length)
    expect(rescueEvents(rescue, questions, endsAt)).toEqual(events)
  })

  function history(seed: number): JournalEvent[] {
    const random = seededRandom(seed)
    const kinds = ['visit', 'choose', 'save', 'mark', 'clear', 'leave'] as const
    return Array.from({ length: random.integerBelow(300) + 1 }, (_, place) => {
      const kind = random.itemOf(kinds)
      return event({
        // The code's writer sorts before one of them, and after the other.
        writer: seed % 2 ? 'phone-one' : 'zebra-phone',
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

  const event = (part: Partial<JournalEvent>): JournalEvent => ({
    writer: 'phone-one',
    tick: 1,
    at: endsAt - 60_000,
    kind: 'visit',
    question: 'question-0',
    option: null,
    locale: 'kn',
    spentMs: 1000,
    ...part,
  })
})

it('a rescue code does not change a question whose key was revealed', () => {
  const seen = { ...untouchedQuestion, saved: 1, isRevealed: true }
  const [carried] = rescueEvents(
    {
      attempt,
      carryKey,
      tick: 9,
      answers: [{ index: 0, option: 2, isMarked: false, isSaved: true }],
    },
    ['q'],
    0,
  )
  expect(applyEvent(seen, carried!).saved).toBe(1)
})
