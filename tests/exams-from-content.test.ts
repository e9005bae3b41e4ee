import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CatalogueDraft } from '../authoring/loading/catalogue-rows.ts'
import { applyMigrations } from '../tasks/local-content.ts'
import { withLocalDatabase } from '../tasks/local-database.ts'
import { startWorkers } from '../tasks/local-workers.ts'
import { publishFolder } from '../tasks/publish-folder.ts'
import { contentFolder, fewFiles } from './support/content-folder.ts'

// The built site and product API get an exam, and lose another, by content alone.

const paper = 'kas-prelims-2024-pattern-1'
const kas: CatalogueDraft['categories'][number] = {
  ...{ slug: 'kas-prelims', state: 'karnataka', group: 'karnataka', languages: ['kn', 'en'] },
  name: { kn: 'ಕೆಎಎಸ್ ಪೂರ್ವಭಾವಿ', en: 'KAS Prelims', te: 'కేఏఎస్ ప్రిలిమ్స్' },
  note: { kn: 'ಗೆಜೆಟೆಡ್ ಪ್ರೊಬೇಷನರ್', en: 'Gazetted Probationers', te: 'గెజిటెడ్ ప్రొబేషనర్లు' },
}

let state = ''
let site: Awaited<ReturnType<typeof startWorkers>>

beforeAll(async () => {
  // The Workers log every request.
  for (const level of ['log', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined)
  state = await mkdtemp(join(tmpdir(), 'abhyasa-exams-'))
  const folder = await contentFolder([fewFiles.otherPaper])
  await folder.edit('catalogue.json', (text) => {
    const catalogue = JSON.parse(text) as CatalogueDraft
    for (const exam of catalogue.categories) if (exam.slug === 'ap-pet') exam.withdrawn = true
    for (const each of catalogue.states) each.homeExams = ['kas-prelims', 'vao-paper-1']
    catalogue.categories.push(kas)
    return JSON.stringify(catalogue)
  })
  await folder.edit(fewFiles.otherPaper, (text) =>
    text.replace('exam: vao-paper-2', 'exam: kas-prelims').replaceAll('vao-paper-2', 'kas-prelims'),
  )
  await withLocalDatabase(state, async (database) => {
    await applyMigrations(database)
    expect(await publishFolder(database, { folder: folder.path, withdraw: false })).toBe(
      'published',
    )
  })
  await folder.delete()
  site = await startWorkers({
    ...{ port: 0, state, quiet: true, cronSeconds: 0 },
    bindings: {
      SITE_URL: 'https://abhyasa.test',
      SESSION_KEYS: 'the-key-of-the-tests-of-exams-0123456789',
    },
    productApiBindings: { JWT_SECRETS: 'the-secret-of-the-tests-of-exams-0123456' },
  })
}, 200_000)

afterAll(async () => {
  await site.stop()
  await rm(state, { recursive: true })
})

async function read(path: string) {
  const answer = await fetch(site.url + path, { redirect: 'manual' })
  return { status: answer.status, html: await answer.text() }
}

// First: the isolate knows the exams of its build alone.
describe('an exam that the built site does not have', () => {
  it.each([
    ['its page', '/kas-prelims', 'ಕೆಎಎಸ್ ಪೂರ್ವಭಾವಿ'],
    ['its page in English', '/en/kas-prelims', 'Gazetted Probationers'],
    ['its page in Telugu', '/te/kas-prelims', 'కేఏఎస్ ప్రిలిమ్స్'],
    ['its papers', '/en/kas-prelims/previous-papers', `/en/karnataka/kas-prelims/${paper}`],
    ['its year', '/en/kas-prelims/previous-papers_2024', `/en/karnataka/kas-prelims/${paper}`],
    ['its paper', `/en/karnataka/kas-prelims/${paper}`, 'KAS Prelims'],
    ['the start of its paper', `/karnataka/kas-prelims/${paper}/instructions`, 'name="declared"'],
    ['its pack', '/en/offline/kas-prelims', 'KAS Prelims'],
    ['the home page', '/en', 'href="/en/kas-prelims"'],
    ['the list of exams', '/te/exams', 'href="/te/kas-prelims"'],
    ['search by its name', '/en/search?q=KAS%20Prelims', `/en/karnataka/kas-prelims/${paper}`],
    ['the sitemap of pages', '/sitemap-pages.xml', '<loc>https://abhyasa.test/kas-prelims</loc>'],
    ['the sitemap of papers', '/sitemap-papers.xml', `/karnataka/kas-prelims/${paper}</loc>`],
  ])('is at %s', async (_, path, text) => {
    const { status, html } = await read(path)
    expect([path, status]).toEqual([path, 200])
    expect(html).toContain(text)
  })
})

describe('an exam that the built site has and the catalogue does not', () => {
  it.each(['/ap-pet', '/en/ap-pet', '/andhra-pradesh/ap-pet/ap-pet-practice-1'])(
    'has no page: %s',
    async (path) => {
      expect((await read(path)).status).toBe(404)
    },
  )

  it('is in no list', async () => {
    for (const path of ['/exams', '/te', '/sitemap-pages.xml'])
      expect([path, (await read(path)).html.includes('/ap-pet')]).toEqual([path, false])
  })
})
