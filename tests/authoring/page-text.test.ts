import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pageText } from '../../authoring/text-format/page-text.ts'
import { readPage } from '../../authoring/text-format/page.ts'
import { readRulings, rulingsText } from '../../authoring/text-format/rulings.ts'
import { completeLocales, optionText, type DayContent } from '../../desk/affairs/day-content.ts'
import { pageOfText, textOfDay } from '../../desk/affairs/day-page.ts'
import { locales } from '../../domain/locale.ts'
import { seededRandom } from '../support/seeded-random.ts'

// What is made in forms becomes text from which it is read again.

const withoutLines = (value: unknown) =>
  JSON.stringify(value, (key, one: unknown) => (key === 'line' ? 0 : one))

describe('the text of a page', () => {
  const files = ['content/pages', 'content/current-affairs'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}`),
  )
  it.each(files)('of %s says the same when it is written again, and stays so', (file) => {
    const read = readPage('x', readFileSync(file, 'utf8'))
    const text = pageText(read.page)
    expect(withoutLines(readPage('x', text)) === withoutLines(read)).toBe(true)
    expect(pageText(readPage('x', text).page) === text).toBe(true)
  })
})

/** Characters that mean something in the format, in Markdown or in HTML. */
const pieces = [
  ...['#', '# a', '|', '\\', '\\|', '( )', '(*)', '--- x', '== quiz', '>>> p', 'kn:', 'key: a'],
  ...['*b*', '_c_', '<b>', '&amp;', '1.', '-', '[a](b)', '`', '{{bar}}', '\\(x\\)', '"', "'"],
  ...['ಕನ್ನಡ', 'తెలుగు', 'e\u0301', '\u00a0', 'x  y', '/', '@', '%', '😀', '~', '!'],
]

describe('the text of a day of the desk', () => {
  it('is read as the same texts, whatever somebody typed', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const day = drawnDay(seed)
      const text = textOfDay('2026-11-22', day, '2026-11-22')
      const page = pageOfText('2026-11-22', text)
      expect(page.languages).toEqual(completeLocales(day))
      expect([seed, pageText(page) === text]).toEqual([seed, true])
      for (const locale of page.languages) {
        expect(page.title[locale]?.endsWith(typed(day.title[locale]))).toBe(true)
        page.quiz.forEach((question, nth) => {
          const own = day.quiz[nth]!
          expect([question.id, question.correct]).toEqual([own.id, own.correct])
          expect(question.stem[locale]).toBe(typed(own.stem[locale]))
          expect(question.explanation[locale]).toBe(typed(own.why[locale]))
          expect(question.options.map((option) => option[locale])).toEqual(
            own.options.map((option) => typed(optionText(option, locale)).replaceAll('\\|', '|')),
          )
        })
      }
    }
  })

  /** As the format keeps a text. */
  const typed = (text = '') => text.normalize('NFC').trim()

  function drawnDay(seed: number): DayContent {
    const random = seededRandom(seed)
    const word = () => {
      const count = 1 + random.integerBelow(4)
      const words = Array.from({ length: count }, () => random.itemOf(pieces))
      // The form trims what was typed.
      return words.join(' ').trim() || 'x'
    }
    const isTyped = locales.map((_, index) => index === 0 || random.next() < 0.7)
    const texts = () =>
      Object.fromEntries(locales.flatMap((one, at) => (isTyped[at] ? [[one, word()]] : [])))
    return {
      v: 1,
      title: texts(),
      items: Array.from({ length: 1 + random.integerBelow(3) }, () => ({
        text: texts(),
        source: { name: word(), url: 'https://a.example/x_y?z=(1)', dated: '2026-11-20' },
      })),
      quiz: Array.from({ length: random.integerBelow(3) }, (_, nth) => ({
        id: `desk-2026-11-22-${nth}`,
        stem: texts(),
        options: Array.from({ length: 4 }, texts),
        correct: random.integerBelow(4),
        why: texts(),
      })),
      topics: ['polity'],
    }
  }
})

describe('the text of rulings', () => {
  it('is read as the same rulings in the same order', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed)
      const reason = () => `${random.itemOf(pieces)} a\n${random.itemOf(pieces)} b`.trim()
      const rulings = Array.from({ length: 1 + random.integerBelow(4) }, () => {
        const accepts = random.next() < 0.5
        return {
          question: `q-${random.integerBelow(3)}`,
          kind: accepts ? ('accept' as const) : ('cancel' as const),
          accepted: accepts ? [random.integerBelow(4)] : null,
          award: accepts ? null : random.itemOf(['all', 'attempters', 'nobody'] as const),
          wording: random.next() < 0.5 ? null : 'aB_-3fVh2kQx',
          locale: random.next() < 0.5 ? null : random.itemOf(locales),
          reason: { kn: reason(), en: reason(), te: reason() },
          decidedAt: '2026-11-24T05:00:00.000Z',
        }
      })
      const read = readRulings('rulings.txt', rulingsText(rulings))
      expect(read.problems).toEqual([])
      const expected = rulings.map((ruling) => ({ ...ruling, line: 0 }))
      const own = JSON.parse(withoutLines(read.rulings)) as unknown
      expect(own).toEqual(JSON.parse(JSON.stringify(expected).normalize('NFC')))
    }
  })

  it('is refused where a field is wrong, with its line', () => {
    const text = 'rulings: keys\n\n--- q\nis: accept\noptions: 7\ndecided: x\nwhy kn: ಕ\n'
    expect(readRulings('rulings.txt', text).problems.map(({ reason }) => reason)).toEqual([
      '"options: 7" is no list of options such as 1, 3',
      '"decided: x" is no time',
      '"why en:" is missing',
      '"why te:" is missing',
    ])
  })
})
