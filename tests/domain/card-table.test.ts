import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import {
  formatCardTable,
  formatForAnki,
  htmlText,
  maxSideLength,
  parseCardTable,
} from '../../domain/study/card-table.ts'
import { seededRandom } from '../support/seeded-random.ts'

const letters = ['a', 'ಕ', 'తె', '"', ',', ';', '\t', '\n', ' ', '#', '0', '😀', "'"]

function drawnCards(seed: number) {
  const random = seededRandom(seed)
  const side = () => {
    const text = Array.from({ length: 1 + random.integerBelow(12) }, () => random.itemOf(letters))
    return `x${text.join('')}y`
  }
  return Array.from({ length: 1 + random.integerBelow(8) }, () => ({ front: side(), back: side() }))
}

describe('a table of cards', () => {
  it('that is exported and imported again has the same cards', () => {
    for (let seed = 0; seed < 300; seed++) {
      const cards = drawnCards(seed)
      expect(parseCardTable(formatCardTable(cards))).toEqual({ cards, rejected: [] })
      expect(parseCardTable(formatForAnki(cards))).toEqual({ cards, rejected: [] })
    }
  })

  it('is read by another reader of CSV as it is by this one', () => {
    for (let seed = 0; seed < 300; seed++) {
      const cards = drawnCards(seed)
      const rows: unknown = parse(formatCardTable(cards), { bom: true })
      expect(rows).toEqual(cards.map(({ front, back }) => [front, back]))
      const anki = parse(formatForAnki(cards).replace(/^(#.*\n)+/, ''), { delimiter: '\t' })
      expect(anki).toEqual(cards.map(({ front, back }) => [front, back]))
    }
  })

  it.each([
    ['front,back', ','],
    ['front;back', ';'],
    ['front\tback', '\t'],
    ['"fro,nt";back', ';'],
  ])('%o is separated by what its first row has', (row) => {
    expect(parseCardTable(row).cards).toHaveLength(1)
    expect(parseCardTable(row).cards[0]?.back).toBe('back')
  })

  it('of Anki is read without the columns that its headers name as others', () => {
    const headers = '#separator:tab\n#guid column:1\n#notetype column:2\n#deck column:3\n'
    const text = `${headers}#tags column:6\nabcGUID\tBasic\tDefault\tಪ್ರಶ್ನೆ\tಉತ್ತರ\ttag\n`
    const cards = [{ front: 'ಪ್ರಶ್ನೆ', back: 'ಉತ್ತರ' }]
    expect(parseCardTable(text)).toEqual({ cards, rejected: [] })
  })

  it('of Anki is read by its headers, with tags and other columns left out', () => {
    const text = [
      '#separator:tab\n#html:true\n#tags column:3\n',
      'Capital of <b>Karnataka</b>?<br>\tBengaluru &amp; more\tpolity\n',
      '"two<div>lines</div>"\t"[sound:a.mp3]said ""so"""\t\n',
    ].join('')
    expect(parseCardTable(text)).toEqual({
      cards: [
        { front: 'Capital of Karnataka?', back: 'Bengaluru & more' },
        { front: 'two\nlines'.replace('two\n', 'two'), back: 'said "so"' },
      ],
      rejected: [],
    })
  })

  it('names the rows that have no two sides or are too long, by their number', () => {
    const long = 'x'.repeat(maxSideLength + 1)
    const { cards, rejected } = parseCardTable(`a,b\n\nonly\n${long},b\n,b\nc,d`)
    expect(cards).toEqual([
      { front: 'a', back: 'b' },
      { front: 'c', back: 'd' },
    ])
    expect(rejected).toEqual([2, 3, 4])
  })

  it('of anything else is read without an error', () => {
    const random = seededRandom(7)
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: random.integerBelow(60) }, () =>
        random.itemOf([...letters, '#separator:', '#html:true\n', '<', '&#99999999;', '\r']),
      ).join('')
      const { cards, rejected } = parseCardTable(text)
      for (const { front, back } of cards) expect(front.length * back.length).toBeGreaterThan(0)
      expect(rejected.every((row) => row > 0)).toBe(true)
    }
  })
})

describe('HTML of a card', () => {
  it('becomes text without scripts and styles', () => {
    expect(htmlText('<style>b{}</style>a<script>x()</script>&lt;b&gt;&nbsp;&#3221;')).toBe('a<b> ಕ')
  })
})
