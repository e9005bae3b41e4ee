import { beforeEach, describe, expect, it } from 'vitest'
import { readPackage, writePackage } from '../../src/routes/flash-cards/anki-package.ts'
import { newBrowser, requestsTo, signIn } from '../support/reader.ts'
import { captureLog, list, productApiAnswers, type Wire } from '../support/site.ts'
import { attemptId } from '../support/result-wire.ts'

beforeEach(captureLog)

const id = `own-${'0a'.repeat(16)}`
const cards = [
  { id, locale: 'en', front: 'Capital?', back: 'Bengaluru, "the garden city"' },
  { id: `own-${'0b'.repeat(16)}`, locale: 'kn', front: 'ರಾಜ್ಯಪಕ್ಷಿ?', back: 'ನೀಲಕಂಠ' },
]
const wire = (more: Wire = {}): Wire => ({
  '/api/guest/token': { jwt: 'guest-token', guestId: 'g1' },
  '/api/user-own-cards': (request: Request) =>
    Response.json(
      request.method === 'POST'
        ? { data: { added: 2, known: 1, left: 1990 }, meta: {} }
        : { data: cards, meta: { left: 1998 } },
    ),
  '/api/tags': list({ id: 1, documentId: 't1', slug: 'polity', locale: 'en', name: 'Polity' }),
  ...more,
})
const wordsOf = (html: string) =>
  html
    .replace(/<(style|script)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('own cards', () => {
  it('are a deck with forms to add, import, export and delete', async () => {
    const { browser } = await signIn({ wire: wire() })
    const html = await browser.read('/en/flash-cards/mine')
    expect(html.match(/<details class="card"/g)).toHaveLength(2)
    for (const action of ['mine', 'mine/import', 'mine/delete'])
      expect(html).toContain(`action="/en/flash-cards/${action}"`)
    for (const format of ['apkg', 'anki'])
      expect(html).toContain(`href="/en/flash-cards/mine/export?format=${format}"`)
  })

  it('are added by a visitor, who becomes a guest', async () => {
    const browser = newBrowser()
    const seen = productApiAnswers(wire())
    const answer = await browser.post('/en/flash-cards/mine', { front: ' f ', back: 'b' })
    expect(answer.headers.get('location')).toBe('/en/flash-cards/mine')
    const sent = requestsTo(seen, '/api/user-own-cards').find(({ method }) => method === 'POST')
    expect(await sent?.json()).toEqual({ cards: [{ front: 'f', back: 'b' }], locale: 'en' })
  })

  it('with an empty side are shown again as they were typed', async () => {
    const { browser } = await signIn({ wire: wire() })
    const answer = await browser.post('/en/flash-cards/mine', { front: 'My question', back: '' })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('>My question</textarea>')
    expect(wordsOf(html)).toContain('Both sides are needed')
  })

  const importing = async (fields: Record<string, string>) => {
    const { browser, seen } = await signIn({ wire: wire() })
    const answer = await browser.post('/en/flash-cards/mine/import', fields)
    const sent = requestsTo(seen, '/api/user-own-cards').find(({ method }) => method === 'POST')
    return { answer, sent }
  }

  it('are imported from pasted rows; rows that are none are named', async () => {
    const { answer, sent } = await importing({ pasted: '#separator:tab\na\tb\nonly\nc\td' })
    expect(answer.status).toBe(200)
    const words = wordsOf(await answer.text())
    expect(words).toContain('Added: 2. Already there: 1.')
    expect(words).toContain('Rows without two sides, or too long: 2.')
    expect(await sent?.json()).toMatchObject({
      cards: [
        { front: 'a', back: 'b' },
        { front: 'c', back: 'd' },
      ],
    })
  })

  const importingFile = async (content: BlobPart, headers: Record<string, string> = {}) => {
    const { browser, seen } = await signIn({ wire: wire() })
    const body = new FormData()
    body.set('file', new File([content], 'cards.txt'))
    const answer = await browser.go('/en/flash-cards/mine/import', {
      ...{ method: 'POST', body, headers },
    })
    const sent = requestsTo(seen, '/api/user-own-cards').find(({ method }) => method === 'POST')
    const words = wordsOf(await answer.text())
    return { status: answer.status, words, cards: sent && (await sent.json<Sent>()).cards }
  }
  type Sent = { cards: { front: string; back: string }[] }
  const utf16 = (text: string, isLittle: boolean) => {
    const view = new DataView(new ArrayBuffer(text.length * 2))
    for (let index = 0; index < text.length; index++)
      view.setUint16(index * 2, text.charCodeAt(index), isLittle)
    return view.buffer
  }

  it.each([
    ['little-endian with a mark, as Excel saves Unicode Text', '\uFEFF', true],
    ['big-endian with a mark', '\uFEFF', false],
    ['little-endian', '', true],
    ['big-endian', '', false],
  ])('are imported from UTF-16, %s', async (_, mark, isLittle) => {
    const table = `${mark}ರಾಜಧಾನಿ?\t"ಬೆಂಗಳೂರು, ನಗರ"\r\nq\ta\r\n`
    const { status, cards } = await importingFile(utf16(table, isLittle))
    expect(status).toBe(200)
    expect(cards).toEqual([
      { front: 'ರಾಜಧಾನಿ?', back: 'ಬೆಂಗಳೂರು, ನಗರ' },
      { front: 'q', back: 'a' },
    ])
  })

  it.each([
    ['in an encoding that is not read', [0xe9, 0x2c, 0x62, 0x0a], 'choose “Save as”, “CSV UTF-8”'],
    ['cut within a letter of UTF-16', [0xff, 0xfe, 0x61, 0, 0x3d, 0xd8], 'neither a text file'],
    [
      'a picture',
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d],
      'neither a text',
    ],
  ])('that are %s are refused in words', async (_, bytes, sentence) => {
    const { status, words, cards } = await importingFile(Uint8Array.from(bytes))
    expect([status, cards]).toEqual([422, undefined])
    expect(words).toContain(sentence)
  })

  it('that are refused show the field with the reason in sight', async () => {
    const { browser } = await signIn({ wire: wire() })
    const body = new FormData()
    body.set('file', new File([Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x3d, 0xd8])], 'cards.txt'))
    const answer = await browser.go('/en/flash-cards/mine/import', { method: 'POST', body })
    const [field = ''] = /<input[^>]*type="file"[^>]*>/.exec(await answer.text()) ?? []
    expect(field).toMatch(/autofocus/i)
    expect(field).toContain('aria-describedby="import-error"')
  })

  it('in a file above the limit are refused in words, in the form, with the limit', async () => {
    const { status, words, cards } = await importingFile('x'.repeat(3_000_000))
    expect([status, cards]).toEqual([413, undefined])
    expect(words).toContain('This file is larger than 1,024 KB, so nothing was imported.')
    expect(words).toContain('Import')
  })

  it('without a stated size are refused in the same words above the limit', async () => {
    const { browser } = await signIn({ wire: wire() })
    let chunks = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (chunks++ < 50) controller.enqueue(new Uint8Array(65_536))
        else controller.close()
      },
    })
    const answer = await browser.go('/flash-cards/mine/import', {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      ...{ duplex: 'half' },
    })
    expect(answer.status).toBe(413)
    expect(wordsOf(await answer.text())).toContain('ಈ ಫೈಲ್ 1,024 KB ಗಿಂತ ದೊಡ್ಡದು')
    // All of it was read: a browser that is still sending would not show the answer.
    expect(chunks).toBeGreaterThan(50)
  })

  it('with control characters are stored without them, however they were written', async () => {
    const { browser, seen } = await signIn({ wire: wire() })
    await browser.post('/en/flash-cards/mine', { front: 'a\0b\u0007', back: 'c\u001fd\u009f' })
    const rows = 'x\u0001y,z\n\u0002,only one side\n#html'
    await browser.post('/en/flash-cards/mine/import', { pasted: rows })
    const posts = requestsTo(seen, '/api/user-own-cards').filter(({ method }) => method === 'POST')
    const sent = await Promise.all(posts.map(async (one) => (await one.json<Sent>()).cards))
    expect(sent).toEqual([[{ front: 'ab', back: 'cd' }], [{ front: 'xy', back: 'z' }]])
    const none = await browser.post('/en/flash-cards/mine', { front: '\0\u0001', back: 'b' })
    expect(none.status).toBe(422)
  })

  it('that are none are refused, and what was pasted stays', async () => {
    const { answer, sent } = await importing({ pasted: 'no cards here' })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('>no cards here</textarea>')
    expect(wordsOf(html)).toContain('No card was found')
    expect(sent).toBeUndefined()
  })

  it('are exported as CSV and for Anki', async () => {
    const { browser } = await signIn({ wire: wire() })
    const csv = await browser.go('/en/flash-cards/mine/export')
    expect(csv.headers.get('content-disposition')).toContain('abhyasa-cards.csv')
    expect(csv.headers.get('cache-control')).toBe('private, no-store')
    expect(await csv.text()).toContain('"Capital?","Bengaluru, ""the garden city"""\r\n')
    const anki = await (await browser.go('/en/flash-cards/mine/export?format=anki')).text()
    expect(anki.split('\n').slice(0, 2)).toEqual(['#separator:tab', '#html:false'])
  })
})

describe('an Anki deck', () => {
  const deck = { deckName: 'D', now: new Date('2026-11-24T00:00:00.000Z') }
  const written = [
    { id: 'own-1', front: 'Capital?', back: 'Bengaluru' },
    { id: 'own-2', front: 'ರಾಜ್ಯಪಕ್ಷಿ?', back: 'ನೀಲಕಂಠ' },
    { id: 'own-3', front: 'x'.repeat(1001), back: 'too long' },
  ]
  const importing = async (file: Uint8Array) => {
    const { browser, seen } = await signIn({ wire: wire() })
    const body = new FormData()
    body.set('file', new File([Uint8Array.from(file)], 'deck.apkg'))
    const answer = await browser.go('/en/flash-cards/mine/import', { method: 'POST', body })
    const sent = requestsTo(seen, '/api/user-own-cards').find(({ method }) => method === 'POST')
    return { status: answer.status, words: wordsOf(await answer.text()), sent }
  }

  it('is imported; what became no card is named with its reason', async () => {
    const { status, words, sent } = await importing(await writePackage(written, deck))
    expect(status).toBe(200)
    expect(words).toContain('Added: 2. Already there: 1.')
    expect(words).toMatch(/Not imported, more than 1,000 letters on a side: “x{40}”\./)
    const sides = written.slice(0, 2).map(({ front, back }) => ({ front, back }))
    expect(await sent?.json()).toEqual({ cards: sides, locale: 'en' })
  })

  it('that is damaged is refused in words, and nothing is sent', async () => {
    const { status, words, sent } = await importing(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0xff]))
    expect([status, sent]).toEqual([422, undefined])
    expect(words).toContain('the file is damaged, or is not an Anki deck')
  })

  it('of many long cards is sent in requests that the product API takes', async () => {
    const { browser, seen } = await signIn({ wire: wire() })
    const rows = Array.from({ length: 300 }, (_, index) => `${index} ${'ಕ'.repeat(900)},b`)
    const body = new FormData()
    body.set('file', new File([rows.join('\n')], 'cards.csv'))
    await browser.go('/en/flash-cards/mine/import', { method: 'POST', body })
    const sent = requestsTo(seen, '/api/user-own-cards').filter(({ method }) => method === 'POST')
    const sizes = await Promise.all(sent.map(async (one) => (await one.clone().text()).length))
    expect(sizes.length).toBeGreaterThan(3)
    const bytes = await Promise.all(sent.map(async (one) => (await one.clone().bytes()).length))
    expect(Math.max(...bytes)).toBeLessThan(262_144)
    const cards = await Promise.all(
      sent.map(async (one) => (await one.json<{ cards: unknown[] }>()).cards.length),
    )
    expect(cards.reduce((sum, count) => sum + count, 0)).toBe(300)
  })

  it('is what own cards are exported as', async () => {
    const { browser } = await signIn({ wire: wire() })
    const answer = await browser.go('/en/flash-cards/mine/export?format=apkg')
    expect(answer.headers.get('content-disposition')).toContain('abhyasa-cards.apkg')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const read = readPackage(await answer.bytes())
    const sides = cards.map(({ front, back }) => ({ front, back }))
    expect(read).toEqual({ ok: true, value: { cards: sides, skipped: [], hasMedia: false } })
  })
})

describe('the bookmarks', () => {
  const kept = {
    ...{ question: 'q1', note: 'Article 21', createdAt: '2026-11-21T05:00:00.000Z', locale: 'en' },
    ...{ stem: 'Which article?', options: ['19', '20', '21', '22'], figure: null, accepted: [2] },
    ...{ explanation: { locale: 'en', text: 'Life and liberty.' }, testTitle: 'VAO model 1' },
  }
  const bookmarks = (more: Wire = {}) =>
    wire({ '/api/user-bookmarks': { data: [kept], meta: { total: 1 } }, ...more })

  it('shows kept questions with answer, explanation and note', async () => {
    const { browser } = await signIn({ wire: bookmarks() })
    const words = wordsOf(await browser.read('/en/bookmarks'))
    expect(words).toContain('Which article?')
    expect(words).toContain('Answer : (3) 21')
    expect(words).toContain('Life and liberty.')
    expect(words).toContain('My note : Article 21')
  })

  it('keeps a question of a result and returns to it', async () => {
    const { browser, seen } = await signIn({ wire: bookmarks() })
    const fields = { attempt: attemptId, question: 'q1', number: '7', back: 'page=all' }
    const answer = await browser.post('/en/bookmarks', fields)
    expect(answer.headers.get('location')).toBe(
      `/en/attempts/${attemptId}/result?page=all&kept=7#q7`,
    )
    const sent = requestsTo(seen, '/api/user-bookmarks').find(({ method }) => method === 'POST')
    expect(await sent?.json()).toEqual({ attempt: attemptId, question: 'q1' })
  })

  it('answers the script of a practice test in JSON', async () => {
    const { browser } = await signIn({ wire: bookmarks({ '/api/user-bookmarks': { ok: true } }) })
    const keep = (fields: Record<string, string>) =>
      browser.post('/en/bookmarks', fields, { headers: { accept: 'application/json' } })
    const kept = await keep({ attempt: attemptId, question: 'q1' })
    expect([kept.status, await kept.json()]).toEqual([200, { ok: true }])
    const none = await keep({ attempt: 'x', question: 'q1' })
    expect([none.status, await none.json()]).toEqual([404, { ok: false }])
  })

  it('says of a cancelled question that no option is right', async () => {
    const cancelled = { data: [{ ...kept, accepted: [] }], meta: { total: 1 } }
    const { browser } = await signIn({ wire: bookmarks({ '/api/user-bookmarks': cancelled }) })
    expect(wordsOf(await browser.read('/en/bookmarks'))).toContain('This question was cancelled')
  })

  it('stores a note; one that is too long stays in its field', async () => {
    const { browser, seen } = await signIn({
      wire: bookmarks({ '/api/user-bookmarks/q1': { ok: true } }),
    })
    const stored = await browser.post('/en/bookmarks/note', { question: 'q1', note: 'New' })
    expect(stored.headers.get('location')).toBe('/en/bookmarks?saved=q1#kept-q1')
    expect(await requestsTo(seen, '/api/user-bookmarks/q1')[0]?.json()).toEqual({ note: 'New' })
    const note = 'x'.repeat(1001)
    const refused = await browser.post('/en/bookmarks/note', { question: 'q1', note })
    expect(refused.status).toBe(422)
    const html = await refused.text()
    expect(html).toContain(note)
    expect(wordsOf(html)).toContain('A note can have at most 1,000 letters.')
  })

  it('of a visitor is empty, without a call of the product API', async () => {
    const seen = productApiAnswers(bookmarks())
    const html = await (await newBrowser().go('/en/bookmarks')).text()
    expect(wordsOf(html)).toContain('No question yet')
    expect(seen).toHaveLength(0)
  })
})
