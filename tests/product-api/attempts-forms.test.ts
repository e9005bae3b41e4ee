import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fieldName, identityLength, optionsIdentity } from '../../domain/attempt/option-identity.ts'
import { simulateGateways } from '../emulators/identity.ts'
import { attemptsPath, newGuest, type Attempt, type TestTaker } from '../support/attempts.ts'
import { importQuestions, type ImportedQuestion } from '../support/import-paper.ts'
import { resultOf } from '../support/rulings.ts'
import { seededRandom } from '../support/seeded-random.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 300_000 })

type Random = ReturnType<typeof seededRandom>
type Marks = { right: string; wrong: string; blank: string }

/** A page of a paper as a browser may have it in a cache. */
type Page = { content: readonly ImportedQuestion[]; questions: string[]; digest: string }

/** What a reader chose: a place in the page's options; the place after them is the fifth circle. */
type Choices = readonly (number | null)[]

const publish = async (
  slug: string,
  content: readonly ImportedQuestion[],
  marks: Marks,
): Promise<Page> => ({ content, ...(await importQuestions(slug, content, marks)) })

const nameInForm = (id: string, options: readonly string[]) =>
  fieldName(id, options).slice(0, -identityLength)
/** Forms of earlier builds name the whole id. */
const wholeId = (id: string) => id

const send = (
  who: TestTaker,
  test: string,
  page: Page,
  sheet: Choices,
  nameOf: typeof nameInForm = nameInForm,
) => {
  const chosen = page.questions.flatMap((id, index) => {
    const place = sheet[index] ?? null
    const { options } = page.content[index]!
    return place === null ? [] : [{ name: nameOf(id, options), place, options }]
  })
  return who.request<Attempt>('POST', `${attemptsPath}/form`, {
    data: {
      ...{ id: crypto.randomUUID(), test, locale: 'en', digest: page.digest },
      answers: Object.fromEntries(chosen.map(({ name, place }) => [name, place])),
      options: Object.fromEntries(
        chosen.map(({ name, options }) => [name, optionsIdentity(options)]),
      ),
    },
  })
}

const everyMarks: Marks[] = ['1', '2'].flatMap((right) =>
  ['0', '1/4', '1/3', '1/2', '2/3'].flatMap((wrong) =>
    ['0', '1/4', '1/3'].map((blank) => ({ right, wrong, blank })),
  ),
)

describe('a form from a cached page of a paper', () => {
  it('scores 500 random sheets under all schemes as an independent computation', async () => {
    const seen = { current: 0, earlier: 0, changed: 0 }
    let sheets = 0
    for (let seed = 1; sheets < 500; seed++) {
      // The write budget of one guest is smaller than 500 forms.
      const guest = await newGuest()
      const random = seededRandom(seed)
      const marks = everyMarks[seed % everyMarks.length]!
      const slug = `a-cached-paper-${seed}`
      const old = await publish(slug, drawnContent(slug, random), marks)
      const isFrozen = random.integerBelow(2) === 0
      if (isFrozen) await guest.start({ test: slug, locale: 'en' })
      const now = await publish(slug, changedContent(old.content, random), marks)
      for (let count = 0; count < 12; count++, sheets++) {
        const page = random.integerBelow(3) === 0 ? now : old
        const sheet = drawnSheet(page, marks, random)
        const { status, data } = await send(
          guest,
          slug,
          page,
          sheet,
          count % 2 ? nameInForm : wholeId,
        )
        expect(status).toBe(201)
        const isCurrent = page.digest === now.digest
        const markedBy = isCurrent ? now : isFrozen ? old : now
        expect(data.score, `seed ${seed}`).toBe(expectedScore(page, sheet, markedBy.content, marks))
        expect(data.formPaper).toBe(isCurrent ? null : isFrozen ? 'earlier' : 'changed')
        seen[isCurrent ? 'current' : isFrozen ? 'earlier' : 'changed']++
      }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100)
  })

  it('marks ten right answers by the text that was shown, whatever their places', async () => {
    const guest = await newGuest()
    const content = Array.from({ length: 10 }, (_, index) => ({
      ...{ editorId: `a-reordered-paper-${index}`, correct: 0 },
      options: ['one', 'two', 'three', 'four'].map((word) => `${word} of ${index}`),
    }))
    const marks = { right: '1', wrong: '1/4', blank: '1/4' }
    const old = await publish('a-reordered-paper', content, marks)
    const reordered = content.map((question) => ({
      ...question,
      ...{ options: question.options.toReversed(), correct: 3 },
    }))
    await publish('a-reordered-paper', reordered.toReversed(), marks)
    const { data } = await send(guest, 'a-reordered-paper', old, Array<number>(10).fill(0))
    expect([data.score, data.formPaper]).toEqual(['10', 'changed'])
  })

  it('keeps answers that the paper has no place for, and says that they do not count', async () => {
    const guest = await newGuest()
    const question = (name: string, options: string[]) => ({
      ...{ editorId: `a-shortened-paper-${name}`, correct: 0 },
      options,
    })
    const marks = { right: '1', wrong: '1/4', blank: '0' }
    const old = await publish(
      'a-shortened-paper',
      [question('a', ['A', 'B', 'C', 'D']), question('b', ['E', 'F', 'G', 'H'])],
      marks,
    )
    await publish('a-shortened-paper', [question('b', ['F', 'X', 'G', 'H'])], marks)
    const { data } = await send(guest, 'a-shortened-paper', old, [0, 0])
    expect(data.score).toBe('0')
    const { apart, questions } = (await resultOf(guest, data.id)).data
    expect(questions.map(({ outcome }) => outcome)).toEqual(['blank'])
    expect(apart.map(({ number, standing }) => [number, standing])).toEqual([
      [null, 'paper-changed'],
      [1, 'paper-changed'],
    ])
  })

  it('names answers to an earlier form of which it has none, unless it answers them', async () => {
    const guest = await newGuest()
    const question = (name: string) => ({
      ...{ editorId: `a-paper-filled-in-twice-${name}`, correct: 1 },
      options: ['A', 'B', 'C', 'D'],
    })
    const marks = { right: '1', wrong: '1/4', blank: '0' }
    const page = await publish('a-paper-filled-in-twice', ['a', 'b', 'c'].map(question), marks)
    const [a = '', b = ''] = page.questions.map((id) => nameInForm(id, []))
    const { data } = await guest.request<Attempt>('POST', `${attemptsPath}/form`, {
      data: {
        ...{ id: crypto.randomUUID(), test: 'a-paper-filled-in-twice', locale: 'en' },
        ...{ digest: page.digest, answers: { [a]: 1 }, earlier: { [a]: 0, [b]: 1, gone: 2 } },
        options: { [a]: optionsIdentity(['A', 'B', 'C', 'D']), [b]: 'zzz' },
      },
    })
    expect(data.score).toBe('1')
    const { apart, questions } = (await resultOf(guest, data.id)).data
    expect(questions.map(({ outcome }) => outcome)).toEqual(['right', 'blank', 'blank'])
    expect(apart.map(({ number, standing }) => [number, standing])).toEqual([
      [2, 'paper-changed'],
      [null, 'paper-changed'],
    ])
  })
})

function drawnContent(slug: string, random: Random): ImportedQuestion[] {
  return Array.from({ length: 3 + random.integerBelow(4) }, (_, index) => ({
    editorId: `${slug}-${index}`,
    options: Array.from({ length: 4 }, (_, place) => `Option ${place} of ${index}`),
    correct: random.integerBelow(4),
  }))
}

/** Questions reordered or removed, options reordered or replaced, keys corrected. */
function changedContent(content: readonly ImportedQuestion[], random: Random): ImportedQuestion[] {
  const kept = content.length > 2 && random.integerBelow(2) === 0 ? content.slice(1) : content
  return shuffled(kept, random).map(({ editorId, options, correct }) => {
    const texts = options.map((text) =>
      random.integerBelow(8) === 0 ? `${text}, corrected` : text,
    )
    const right = texts[random.integerBelow(6) === 0 ? random.integerBelow(4) : correct]!
    const places = shuffled(texts, random)
    return { editorId, options: places, correct: places.indexOf(right) }
  })
}

const drawnSheet = ({ content }: Page, { blank }: Marks, random: Random): Choices =>
  content.map(({ options }) =>
    random.integerBelow(5) === 0
      ? null
      : random.integerBelow(options.length + (blank === '0' ? 0 : 1)),
  )

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const rest = [...items]
  return items.map(() => rest.splice(random.integerBelow(rest.length), 1)[0]!)
}

/** In units of 1/12 of a mark, which all schemes here are whole numbers of; by the texts alone. */
function expectedScore(
  page: Page,
  sheet: Choices,
  marked: readonly ImportedQuestion[],
  marks: Marks,
): string {
  const units = (fraction: string) => {
    const [top = 0, bottom = 1] = fraction.split('/').map(Number)
    return (12 * top) / bottom
  }
  let sum = 0
  for (const { editorId, options, correct } of marked) {
    const index = page.content.findIndex((shown) => shown.editorId === editorId)
    const place = sheet[index] ?? null
    const text = place === null ? undefined : page.content[index]?.options[place]
    const isFifth = place !== null && text === undefined
    const hasOtherTexts = page.content[index]?.options.some((shown) => !options.includes(shown))
    if (text === undefined && !isFifth) sum -= units(marks.blank)
    else if (hasOtherTexts) sum -= units(marks.blank)
    else if (isFifth) continue
    else sum += text === options[correct] ? units(marks.right) : -units(marks.wrong)
  }
  const divisor = greatestDivisor(Math.abs(sum), 12)
  return divisor === 12 ? String(sum / 12) : `${sum / divisor}/${12 / divisor}`
}

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other)
