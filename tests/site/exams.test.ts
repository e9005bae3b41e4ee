import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import catalogueOfBuild from '../../content/catalogue.json' with { type: 'json' }
import { siteSegments } from '../../domain/site-segments.ts'
import site from '../../src/worker.tsx'
import { newBrowser } from '../support/reader.ts'
import { contentIndexOf } from '../support/page-families.ts'
import { captureLog, list, paperRow, productApiAnswers, read, wholePaper } from '../support/site.ts'

// Exams are rows of the product API: the site learns of them without being built again.

beforeEach(captureLog)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const state = {
  ...{ slug: 'karnataka', homeLocale: 'kn', hasPapersOnOnePage: false, homeExams: ['kas-prelims'] },
  names: { kn: 'ಕರ್ನಾಟಕ', en: 'Karnataka', te: 'కర్ణాటక' },
}
const telangana = {
  ...{ slug: 'telangana', homeLocale: 'te', hasPapersOnOnePage: true, homeExams: ['tg-group-1'] },
  names: { kn: 'ತೆಲಂಗಾಣ', en: 'Telangana', te: 'తెలంగాణ' },
}
const kas = {
  ...{ slug: 'kas-prelims', state: 'karnataka', group: 'karnataka', hall: 'standard' },
  languages: ['kn', 'en'],
  names: { kn: 'ಕೆಎಎಸ್ ಪೂರ್ವಭಾವಿ', en: 'KAS Prelims', te: 'కేఏఎస్ ప్రిలిమ్స్' },
  notes: { kn: 'ಗೆಜೆಟೆಡ್ ಪ್ರೊಬೇಷನರ್', en: 'Gazetted Probationers', te: 'గెజిటెడ్ ప్రొబేషనర్లు' },
}
const groupOne = {
  ...{ slug: 'tg-group-1', state: 'telangana', group: 'tg-group', hall: 'railway' },
  ...{ languages: ['te'], names: { te: 'గ్రూప్ 1' }, notes: {} },
}
const vao = {
  ...{ ...kas, slug: 'vao-paper-1', group: 'vao' },
  names: { kn: 'ವಿಎಒ ಪತ್ರಿಕೆ 1', en: 'VAO Paper 1', te: 'వీఏఓ పేపర్ 1' },
}

/** The product API with these exams, each with one paper. */
function answers(...exams: object[]) {
  const index = contentIndexOf()
  const catalogue = { states: [state, telangana], exams }
  const paper = { slug: 'kas-full-1', category: { slug: 'kas-prelims' }, title: 'ಕೆಎಎಸ್ 1' }
  return productApiAnswers({
    '/api/content-index': { ...index, data: { ...index.data, catalogue } },
    '/api/practice-tests?filters[slug]': list(wholePaper(paper)),
    '/api/practice-tests': list(paperRow(paper)),
    '/': list(),
  })
}

describe('an exam that is newer than the build', () => {
  it.each([
    ['/kas-prelims', 'ಕೆಎಎಸ್ ಪೂರ್ವಭಾವಿ'],
    ['/en/kas-prelims', 'KAS Prelims'],
    ['/te/kas-prelims/model-paper', 'కేఏఎస్ ప్రిలిమ్స్'],
    ['/kas-prelims/previous-papers_2024', '2024'],
    ['/en/karnataka/kas-prelims/kas-full-1', 'KAS Prelims'],
    ['/karnataka/kas-prelims/kas-full-1/instructions', 'ಕೆಎಎಸ್ ಪೂರ್ವಭಾವಿ'],
  ])('has its page at the first request of an isolate: %s', async (path, text) => {
    answers(kas)
    const { status, html } = await read(path)
    expect([path, status]).toEqual([path, 200])
    expect(html).toContain(text)
  })

  it('has the language of its state at an address that names none', async () => {
    answers(groupOne)
    const { status, html } = await read('/tg-group-1')
    expect(status).toBe(200)
    expect(html).toContain('<html lang="te"')
    expect(html).toContain('href="/kn/tg-group-1"')
  })

  it('is called by a name of another language where one is missing', async () => {
    answers(groupOne)
    expect((await read('/en/tg-group-1')).html).toContain('గ్రూప్ 1')
  })

  it('is in the lists, the sitemaps and the packs once the index is known', async () => {
    answers(kas)
    await read('/')
    for (const [path, text] of [
      ['/en/exams', 'href="/en/kas-prelims"'],
      ['/en', 'Gazetted Probationers'],
      ['/en/offline', 'KAS Prelims'],
      ['/sitemap-pages.xml', '/kas-prelims/model-paper<'],
    ] as const)
      expect([path, (await read(path)).html.includes(text)]).toEqual([path, true])
  })

  it('takes the forms of its papers at the first request of an isolate', async () => {
    const path = '/karnataka/kas-prelims/kas-full-1'
    answers(vao)
    expect((await newBrowser().post(path, { q1: '1' })).status).toBe(404)
    answers(kas)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 })
    expect((await newBrowser().post(path, { q1: '1' })).status).not.toBe(404)
  })
})

describe('the page of a year', () => {
  const ofYear = (year: number | null) =>
    productApiAnswers({ '/': list(paperRow({ kind: 'previous-papers', year, title: 'ಹೊಸ ವರ್ಷ' })) })

  it('is there for a further year that a paper is of, and linked', async () => {
    ofYear(2026)
    const { status, html } = await read('/vao-paper-1/previous-papers_2026')
    expect(status).toBe(200)
    expect(html).toContain('ಹೊಸ ವರ್ಷ')
    expect((await read('/vao-paper-1/previous-papers')).html).toContain('previous-papers_2026"')
  })

  it('is not there for a further year without one', async () => {
    ofYear(2024)
    expect((await read('/vao-paper-1/previous-papers_2026')).status).toBe(404)
    expect((await read('/vao-paper-1/previous-papers_2021')).status).toBe(200)
  })
})

describe('an exam that is withdrawn', () => {
  it.each(['/kas-prelims', '/kas-prelims/model-paper', '/karnataka/kas-prelims/kas-full-1'])(
    'has no page any more: %s',
    async (path) => {
      answers(kas, vao)
      expect((await read(path)).status).toBe(200)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 })
      answers(vao)
      // The stored page, while the index and then the page are read again.
      await read(path)
      vi.setSystemTime(Date.now() + 2 * 60_000)
      await read(path)
      expect((await read(path)).status).toBe(404)
      expect((await read('/en/exams')).html).not.toContain('kas-prelims')
    },
  )

  it('takes its papers out of lists', async () => {
    answers(kas)
    await read('/')
    expect((await read('/grand-tests')).html).toContain('ಕೆಎಎಸ್ 1')
    answers(vao)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 })
    await read('/')
    await read('/grand-tests')
    vi.setSystemTime(Date.now() + 2 * 60_000)
    await read('/grand-tests')
    expect((await read('/grand-tests')).html).not.toContain('ಕೆಎಎಸ್ 1')
  })
})

describe('a product API without a catalogue', () => {
  it.each([
    ['that has no index', () => productApiAnswers({ '/': list() })],
    [
      'that is down',
      () => productApiAnswers({ '/': () => Response.json({ error: {} }, { status: 500 }) }),
    ],
    [
      'of an earlier version',
      () => productApiAnswers({ '/api/content-index': contentIndexOf(), '/': list() }),
    ],
  ])('%s leaves the exams of the build', async (_, start) => {
    start()
    await read('/')
    const { html } = await read('/en/exams')
    for (const { slug } of catalogueOfBuild.categories) expect(html).toContain(`/${slug}"`)
    expect((await read('/kas-prelims')).status).toBe(404)
  })
})

it('asks for the index no more than once in ten seconds for unknown addresses', async () => {
  const requests = answers(vao)
  await read('/')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 })
  const before = requests.length
  for (const path of ['/wp-login.php', '/nothing', '/karnataka/nothing/at-all'])
    expect((await read(path)).status).toBe(404)
  expect(requests.slice(before).map(({ url }) => new URL(url).pathname)).toEqual([
    '/api/content-index',
  ])
})

it('lists every word with which an address of the site begins, so that no exam takes it', () => {
  const first = new Set(
    site.routes.flatMap(({ path }) => /^\/([a-z0-9-]+)(?:\/|$)/.exec(path)?.[1] ?? []),
  )
  expect([...first].filter((word) => !siteSegments.includes(word))).toEqual([])
})
