import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  blockFields,
  questionFields,
  questionText,
  textBlocks,
  textOfBlocks,
  withBlockFields,
  type QuestionFields,
} from '../../authoring/text-format/paper-text.ts'
import { readPaper } from '../../authoring/text-format/paper.ts'
import { locales } from '../../domain/locale.ts'
import { seededRandom } from '../support/seeded-random.ts'

const files = readdirSync('content/papers', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`)

/** What a text says, wherever its lines stand. */
const meaning = (source: string) =>
  JSON.stringify(readPaper('x', source), (key, value: unknown) => (key === 'line' ? 0 : value))

const headKeys = ['paper', 'exam', 'kind', 'minutes', 'title', 'about', 'languages']

describe('the pieces of a paper', () => {
  it.each(files)('of %s say the same when each is written again', (file) => {
    const source = readFileSync(file, 'utf8')
    const { paper } = readPaper('x', source)
    const blocks = textBlocks(source)
    expect(meaning(textOfBlocks(blocks)) === meaning(source)).toBe(true)
    const again = blocks.map((block) => ({
      text:
        block.mark === 'item'
          ? questionText(block.name, questionFields(block.text, paper.languages), paper.languages)
          : withBlockFields(block, block.mark === 'head' ? headKeys : ['name'], {}),
    }))
    expect(meaning(textOfBlocks(again)) === meaning(source)).toBe(true)
  })

  it('of a question come back from text whatever was typed', () => {
    const { integerBelow, itemOf } = seededRandom(20261125)
    const words = ['ಸಭೆ', '1952', 'a|b', '\\(x^2\\)', '# x', '-- y', '( ) z', 'kn: q', '“…”', '=']
    const phrase = () =>
      Array.from({ length: 1 + integerBelow(4) }, () => itemOf(words)).join(
        itemOf([' ', '\n', ' ']),
      )
    const line = () => phrase().replaceAll('\n', ' ')
    for (let round = 0; round < 2000; round++) {
      const languages = itemOf([['kn'], ['kn', 'en'], ['kn', 'te', 'en'], ['te', 'en']] as const)
      const texts = (text: () => string) =>
        Object.fromEntries(
          languages.flatMap((locale) => (integerBelow(5) === 0 ? [] : [[locale, text()]])),
        )
      const fields: QuestionFields = {
        topics: itemOf(['', 'polity', 'polity, health']),
        terms: '',
        only: null,
        figure: itemOf(['', 'triangle.png']),
        alt: texts(line),
        stem: texts(phrase),
        options: Array.from({ length: 4 }, (_, nth) =>
          Object.fromEntries(
            languages.map((locale) => [
              locale,
              integerBelow(6) === 0 ? '' : `${line()} ಮ ${nth} ${locale}`,
            ]),
          ),
        ),
        correct: itemOf([null, 0, 3]),
        why: texts(phrase),
        doubts: itemOf([[], ['the key of question 3 is not in the table']]),
        rest: itemOf(['', 'passage: sabha', '# a note\npassage: sabha\n  continued']),
      }
      const source = questionText('an-id', fields, languages)
      expect([source, questionFields(source, languages)]).toEqual([source, fields])
    }
  })

  it('keep comments, fields that the form does not know, and doubts', () => {
    const text = '== one\n# check: a doubt\n# note\nlevel: hard\n  and more\nname kn: ಒಂದು'
    const { fields, doubts, rest } = blockFields(text, ['name'])
    expect(fields).toEqual({ 'name kn': 'ಒಂದು' })
    expect(doubts).toEqual(['a doubt'])
    expect(rest).toBe('# note\nlevel: hard\n  and more')
    const changed = withBlockFields({ mark: 'section', name: 'one', text }, ['name'], {
      'name kn': 'ಎರಡು',
    })
    expect(changed).toBe('== one\n# check: a doubt\n# note\nlevel: hard\n  and more\nname kn: ಎರಡು')
  })

  it('name every language that there is', () => {
    const text = ['title', ...locales.map((locale) => `title ${locale}: x`)].slice(1).join('\n')
    expect(Object.keys(blockFields(text, ['title']).fields)).toHaveLength(locales.length)
  })
})
