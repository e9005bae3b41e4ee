import { beforeAll, describe, expect, it, vi } from 'vitest'
import { strToU8, zipSync } from 'fflate'
import { DeskBrowser, enrolled, rows, type SignedIn } from '../support/desk.ts'
import { paperFields, paperRow, questionForm, sent, versionNow } from '../support/desk-papers.ts'
import { pdf, workbook } from '../support/documents.ts'
import {
  linesOfPaper,
  nudiDocx,
  nudiPdf,
  nudiText,
  questions,
  title,
} from '../support/nudi-paper.ts'

// Papers from files, through the desk's front door, in the runtime of Workers.

// A test makes twenty requests, and CI machines may be slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let author: SignedIn
beforeAll(async () => {
  author = await enrolled('Bringing author', 'author')
})

const fields = (changes: Record<string, string> = {}) =>
  paperFields({ 'title.kn': '', topic: 'panchayat-raj', ...changes })

const bring = (
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  changes: Record<string, string> = {},
) => author.browser.upload('/papers/bring-in', fields(changes), { name, bytes })

/** The slug of the draft that an answer leads to. */
const slugOf = (answer: Response) =>
  /^\/papers\/([^?]+)\?brought-in$/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''

const textOf = async (slug: string) => {
  const page = await author.browser.text(`/papers/${slug}/text`)
  return (/<textarea[^>]*>([^]*?)<\/textarea>/.exec(page)?.[1] ?? '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

const table = [
  ['kn', 'a kn', 'b kn', 'c kn', 'd kn', 'answer', 'why kn'],
  ...questions.map(({ stem, options, key, why }) => [stem, ...options, 'ABCD'[key]!, why]),
]
const csv = (rows: string[][]) =>
  strToU8(rows.map((cells) => cells.map((cell) => `"${cell}"`).join()).join('\n'))
const gift = questions
  .map(({ stem, options, key, why }) => {
    const choices = options.map((option, at) => `${at === key ? '=' : '~'}${option}`)
    return `${stem} {${choices.join(' ')} ####${why}}`
  })
  .join('\n\n')
const moodle = `<?xml version="1.0"?><quiz>${questions
  .map(({ stem, options, key, why }) => {
    const answers = options.map(
      (option, at) => `<answer fraction="${at === key ? 100 : 0}"><text>${option}</text></answer>`,
    )
    return (
      `<question type="multichoice"><questiontext><text>${stem}</text></questiontext>` +
      `<generalfeedback><text>${why}</text></generalfeedback>${answers.join('')}</question>`
    )
  })
  .join('')}</quiz>`

describe('a file', () => {
  it.each([
    ['a Word document typed in Nudi', 'Paper.docx', () => nudiDocx()],
    ['a PDF typed in Nudi', 'paper.pdf', () => nudiPdf()],
    ['a workbook', 'paper.xlsx', () => workbook(table)],
    ['a CSV file', 'paper.csv', () => csv(table)],
    ['GIFT', 'paper.gift', () => strToU8(gift)],
    ['Moodle XML', 'paper.xml', () => strToU8(moodle)],
    ['plain text typed in Nudi', 'paper.txt', () => strToU8(nudiText())],
  ])('that is %s becomes a draft with every question, option and key', async (_, name, bytes) => {
    const answer = await bring(name, bytes())
    const slug = slugOf(answer)
    expect([answer.status, slug]).toEqual([303, expect.stringMatching(/^pdo-paper-2-model-paper/)])
    expect(await paperRow(slug)).toMatchObject({ state: 'draft', published_version: null })
    const text = await textOf(slug)
    for (const { stem, options, key, why } of questions)
      expect(text).toContain(
        [
          `topics: panchayat-raj\nkn: ${stem}`,
          ...options.map((option, at) => `(${at === key ? '*' : ' '}) ${option}`),
          `why kn: ${why}`,
        ].join('\n'),
      )
    expect(await rows(`SELECT 1 FROM practice_tests WHERE slug = ?`, slug)).toEqual([])
    expect(
      await rows('SELECT action FROM audit_entries WHERE subject = ?', `paper ${slug}`),
    ).toEqual([{ action: 'paper_imported' }])
    const page = await author.browser.text(answer.headers.get('location')!)
    expect(page).toContain('ತಂದ ಪ್ರಶ್ನೆಗಳು: 10')
  })

  it('has its first line as title, its sections, and can be sent with no open place', async () => {
    const slug = slugOf(await bring('paper.docx', nudiDocx()))
    const text = await textOf(slug)
    expect(text).toContain(`title kn: ${title}`)
    expect(text).toContain('== part-2\nname kn: ವಿಭಾಗ 2: ಕರ್ನಾಟಕ')
    expect((await sent(author, slug)).status).toBe(303)
    expect((await paperRow(slug))?.state).toBe('review')
  })

  it('with doubtful places is not sent before a person has ticked them', async () => {
    const lines = linesOfPaper().map((line) => (line === 'ಉತ್ತರ: ಸಿ' ? 'ಉತ್ತರ: ಗೊತ್ತಿಲ್ಲ' : line))
    const answer = await bring('a.docx', nudiDocx({ lines: [...lines, 'ಕೊನೆಯ ಸಾಲು ಇದು'] }))
    const slug = slugOf(answer)
    const page = await author.browser.text(answer.headers.get('location')!)
    expect(page).toContain('ನೀವು ನೋಡಬೇಕಾದ ಜಾಗಗಳು')
    expect(page).toContain('ಇದು ಯಾವ ಪ್ರಶ್ನೆಗೂ ಸೇರಿಲ್ಲ, ಬಿಟ್ಟಿದ್ದೇವೆ: ಕೊನೆಯ ಸಾಲು ಇದು')
    expect((await sent(author, slug)).status).toBe(422)
    const question = /href="(\/papers\/[^"]+\/questions\/[^"]+)"/.exec(page)![1]!
    const editor = await author.browser.text(question)
    expect(editor).toContain('ಕೀ ಎಂದು ಇದು ಇದೆ; ಆಯ್ಕೆಗಳಲ್ಲಿ ಇಲ್ಲ: ಗೊತ್ತಿಲ್ಲ')
    expect(editor).toContain('name="doubt.0"')

    // The doubt about the paper as a whole.
    await author.browser.post(`/papers/${slug}`, {
      ...{ do: 'save', version: await versionNow(slug), 'doubt.0': 'on' },
      ...{ minutes: '10', right: '1', wrong: '1/4', blank: '0', kind: 'model-paper' },
    })
    expect(await textOf(slug)).not.toContain('ಕೊನೆಯ ಸಾಲು')
  })

  it('keeps its order when a question of its first section is mended', async () => {
    const slug = slugOf(await bring('a.docx', nudiDocx()))
    const page = await author.browser.text(`/papers/${slug}`)
    const question = /href="(\/papers\/[^"]+\/questions\/[^"]+)"/.exec(page)![1]!
    const editor = await author.browser.text(question)
    const section = /<select name="section">[^]*?<\/select>/.exec(editor)![0]
    expect(section).toContain('value="part-1" selected')
    const order = (text: string) => [...text.matchAll(/^(?:==|---) (.+)$/gm)].map(([, id]) => id)
    const before = order(await textOf(slug))
    await author.browser.post(question, {
      ...questionForm(0),
      ...{ section: 'part-1', version: await versionNow(slug), do: 'save' },
    })
    const text = await textOf(slug)
    expect(text).toContain(questionForm(0)['stem.kn'])
    expect(order(text)).toEqual(before)
  })

  it('that holds other things than questions says which were left out', async () => {
    const mixed = `$CATEGORY: x\n\n${gift}\n\nIs it so? {T}\n\nHow many? {#5}`
    const slug = slugOf(await bring('a.gift', strToU8(mixed)))
    const page = await author.browser.text(`/papers/${slug}`)
    expect(page).toContain('1: ಇದು ಪ್ರಶ್ನೆಯಲ್ಲ')
    const line = gift.split('\n').length + 3
    expect(page).toContain(`${line + 1}: ಇದು ಬೇರೆ ಬಗೆಯ ಪ್ರಶ್ನೆ`)
    expect(page).toContain(`${line + 3}: ಇದು ಬೇರೆ ಬಗೆಯ ಪ್ರಶ್ನೆ`)
  })

  it('pasted as text is brought in as a file is', async () => {
    const answer = await author.browser.post('/papers/bring-in', fields({ text: nudiText() }))
    expect(answer.status).toBe(303)
    expect(await textOf(slugOf(answer))).toContain(questions[9]!.stem)
  })
})

describe('a file that cannot be brought in', () => {
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(40_000_000) })
  const before = () => rows('SELECT count(*) AS n FROM paper_drafts')

  it.each([
    ['old.doc', strToU8('x'), 'ಈ ಬಗೆಯ ಫೈಲ್ ಓದಲು ಆಗುವುದಿಲ್ಲ'],
    ['a.docx', strToU8('not a document'), 'ಫೈಲ್ ಹೆಸರಿಗೆ ತಕ್ಕಂತಿಲ್ಲ'],
    ['bomb.docx', bomb, 'ಫೈಲ್ ತುಂಬಾ ದೊಡ್ಡದು'],
    ['scan.pdf', pdf([]), 'ಪಠ್ಯವಿಲ್ಲ'],
    ['broken.xml', strToU8('<quiz><question>'), 'ಸಾಲು 1'],
    ['letter.txt', strToU8('ನಮಸ್ಕಾರ'), 'ಒಂದು ಪ್ರಶ್ನೆಯೂ ಸಿಗಲಿಲ್ಲ'],
  ])('%s stores nothing, says why, and keeps what was typed', async (name, bytes, why) => {
    const stored = await before()
    const answer = await bring(name, bytes, { 'title.kn': 'ಬರೆದ ಶೀರ್ಷಿಕೆ' })
    const page = await answer.text()
    expect(answer.status).toBe(422)
    expect(page).toContain(why)
    expect(page).toContain('ಬರೆದ ಶೀರ್ಷಿಕೆ')
    expect(await before()).toEqual(stored)
  })

  it('of more than 8 MB is refused, with its words', async () => {
    const large = await bring('a.docx', new Uint8Array(8_000_001))
    expect([large.status, await large.text()]).toEqual([
      422,
      expect.stringContaining('ಫೈಲ್ ತುಂಬಾ ದೊಡ್ಡದು'),
    ])
    const larger = await bring('a.docx', new Uint8Array(9_100_000))
    expect([larger.status, await larger.text()]).toEqual([
      413,
      expect.stringContaining('ಫೈಲ್ ಮಿತಿ 8 MB'),
    ])
  })

  it.each([
    ['without a file or a text', {}, 'ಫೈಲ್ ಆರಿಸಿ, ಅಥವಾ ಪಠ್ಯ ಅಂಟಿಸಿ'],
    ['without an exam', { exam: '', text: 'ಪ್ರಶ್ನೆ' }, 'ಪರೀಕ್ಷೆ ಮತ್ತು ಒಂದಾದರೂ ಭಾಷೆ ಆರಿಸಿ'],
  ])('%s says what is missing', async (_, changes, words) => {
    const answer = await author.browser.post('/papers/bring-in', fields(changes))
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(words)])
  })

  it('from who is not signed in stores nothing', async () => {
    const stored = await before()
    const answer = await new DeskBrowser().upload('/papers/bring-in', fields(), {
      name: 'a.docx',
      bytes: nudiDocx(),
    })
    expect(answer.status).toBe(401)
    expect(await before()).toEqual(stored)
  })
})
