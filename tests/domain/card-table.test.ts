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

  it('without headers reads characters that are written as HTML, and leaves its elements', () => {
    expect(parseCardTable('a&nbsp;&#8377;5,<b>x</b>&amp;\0y').cards).toEqual([
      { front: 'a ₹5', back: '<b>x</b>&y' },
    ])
    const said = '#separator:comma\n#html:false\na&nbsp;b,c\u0007d'
    expect(parseCardTable(said).cards).toEqual([{ front: 'a&nbsp;b', back: 'cd' }])
  })

  it('that names characters as HTML does is exported and imported as it is written', () => {
    const cards = [{ front: 'What is &nbsp; or &amp;nbsp;?', back: '&#8377; & &x; AT&T' }]
    expect(parseCardTable(formatCardTable(cards)).cards).toEqual(cards)
    expect(parseCardTable(formatForAnki(cards)).cards).toEqual(cards)
  })

  it('of anything else is read without an error', () => {
    const random = seededRandom(7)
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: random.integerBelow(60) }, () =>
        random.itemOf([
          ...[...letters, '#separator:', '#html:true\n', '<', '&#99999999;', '\r', '\0'],
          ...['&#0;', '&#7;', '&amp;', '\u0001', '\u009f'],
        ]),
      ).join('')
      const { cards, rejected } = parseCardTable(text)
      for (const { front, back } of cards) {
        expect(front.length * back.length).toBeGreaterThan(0)
        expect(front + back).not.toMatch(/(?![\t\n\r])\p{Cc}/u)
      }
      expect(rejected.every((row) => row > 0)).toBe(true)
    }
  })
})

describe('HTML of a card', () => {
  it.each([
    ['a &le; b &times; c&nbsp;&mdash; &rsquo;', 'a ≤ b × c — ’'],
    [
      '&pi; &radic;2 &deg; &frac12; &Agrave;&agrave; &alpha;&Omega; &lang;x&rang;',
      'π √2 ° ½ Àà αΩ ⟨x⟩',
    ],
    ['&#8377;500 &#x20B9;500 &#150; &#146;', '₹500 ₹500 – ’'],
    ['&amp;lt;b&amp;gt; AT&amp;T &AMP;', '&lt;b&gt; AT&T &'],
    [
      '&nosuch; & &; &#; &#x; &#0; &#xD800; &#1114112;',
      '&nosuch; & &; &#; &#x; &#0; &#xD800; &#1114112;',
    ],
    ['a&#1;b&#8;c&#9;d&#127;', 'abc\td'],
    ['a\0b\u0007c\u009d\ud800', 'abc'],
  ])('with %s reads as browsers show it', (html, text) => {
    expect(htmlText(html)).toBe(text)
    expect(parseCardTable(`#separator:tab\n#html:true\nx${html}x\ty`).cards[0]?.front).toBe(
      `x${text}x`,
    )
  })

  it('becomes text without scripts and styles', () => {
    expect(htmlText('<style>b{}</style>a<script>x()</script>&lt;b&gt;&nbsp;&#3221;')).toBe('a<b> ಕ')
  })
})
