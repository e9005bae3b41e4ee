import type { DatabaseSync } from 'node:sqlite'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { examProblems } from '../../authoring/checks/exams.ts'
import type { CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import { readPublishableFiles } from '../../authoring/publishing/content-files.ts'
import { publishContent } from '../../authoring/publishing/publish-content.ts'
import { readCatalogue } from '../../product-api/content/exam-catalogue.ts'
import { contentFolder, fewFiles, type ContentFolder } from '../support/content-folder.ts'
import { databaseOf, sqlite } from '../support/sqlite-database.ts'

// An exam is content: a line of catalogue.json and its papers.

vi.setConfig({ testTimeout: 60_000 })

const now = '2026-11-28T06:00:00.000Z'
const catalogue = JSON.parse(readFileSync('content/catalogue.json', 'utf8')) as CatalogueDraft
const kas: CatalogueDraft['categories'][number] = {
  ...{ slug: 'kas-prelims', state: 'karnataka', group: 'karnataka', languages: ['kn', 'en'] },
  name: { kn: 'ಕೆಎಎಸ್ ಪೂರ್ವಭಾವಿ', en: 'KAS Prelims', te: 'కేఏఎస్ ప్రిలిమ్స్' },
  note: { kn: 'ಗೆಜೆಟೆಡ್ ಪ್ರೊಬೇಷನರ್', en: 'Gazetted Probationers', te: 'గెజిటెడ్ ప్రొబేషనర్లు' },
}

let database: DatabaseSync
let folder: ContentFolder
beforeEach(async () => {
  database = sqlite()
  folder = await contentFolder([fewFiles.otherPaper])
})
afterEach(() => folder.delete())

const edit = (change: (catalogue: CatalogueDraft) => void) =>
  folder.edit('catalogue.json', (text) => {
    const edited = JSON.parse(text) as CatalogueDraft
    change(edited)
    return JSON.stringify(edited)
  })
const addKas = () => edit(({ categories }) => void categories.push(kas))

/** The paths that were published, or the problems of the folder. */
async function publish() {
  const read = await readPublishableFiles(folder.path, now)
  if ('problems' in read) return read.problems.map(({ reason }) => reason)
  const { results } = await publishContent(databaseOf(database), read.files, { now })
  return results.map(({ path, outcome }) => `${path} ${outcome}`)
}
const published = async () => {
  const { states, exams } = (await readCatalogue(databaseOf(database)))!
  return { states, exams, slugs: exams.map(({ slug }) => slug) }
}
const ofKas = (text: string) =>
  text.replace(/^exam: .*$/m, 'exam: kas-prelims').replaceAll('vao-paper-2', 'kas-prelims')

describe('an exam in catalogue.json', () => {
  it('is published with its paper, with the names that pages show', async () => {
    await addKas()
    await folder.edit(fewFiles.otherPaper, ofKas)
    expect(await publish()).toEqual([
      'catalogue.json published',
      `${fewFiles.otherPaper} published`,
    ])
    const { exams, slugs, states } = await published()
    expect(slugs).toEqual([...catalogue.categories.map(({ slug }) => slug), 'kas-prelims'])
    expect(states.map(({ slug }) => slug)).toEqual(catalogue.states.map(({ slug }) => slug))
    const { name, note, ...rest } = kas
    expect(exams.at(-1)).toEqual({ ...rest, hall: 'standard', names: name, notes: note })
    const pet = catalogue.categories.find(({ slug }) => slug === 'ap-pet')
    expect(exams.find(({ slug }) => slug === 'ap-pet')?.names).toEqual(pet?.label)
  })

  it('is refused where a paper names one that the catalogue lacks', async () => {
    await folder.edit(fewFiles.otherPaper, ofKas)
    expect(await publish()).toContain('no exam is called "kas-prelims"')
  })

  it('stays in the catalogue, as withdrawn, where it has papers', async () => {
    await addKas()
    await folder.edit(fewFiles.otherPaper, ofKas)
    await publish()
    await folder.restore('catalogue.json')
    await folder.restore(fewFiles.otherPaper)
    const read = await readPublishableFiles(folder.path, now)
    if ('problems' in read) throw new Error('a problem')
    await expect(publishContent(databaseOf(database), read.files, { now })).rejects.toThrow(
      'an exam that has papers stays in the catalogue, with "withdrawn": true',
    )
  })

  it.each([
    ['removed', (all: CatalogueDraft['categories']) => void all.pop()],
    ['withdrawn', (all: CatalogueDraft['categories']) => void (all.at(-1)!.withdrawn = true)],
  ])('keeps its row when it is %s, is listed nowhere, and comes back', async (_, end) => {
    await addKas()
    await publish()
    await edit(({ categories }) => end(categories))
    await publish()
    expect((await published()).slugs).not.toContain('kas-prelims')
    const row = database.prepare("SELECT withdrawn_at FROM categories WHERE slug = 'kas-prelims'")
    expect(row.get()).toEqual({ withdrawn_at: now })
    await folder.edit(fewFiles.otherPaper, ofKas)
    expect(await publish()).toContain('no exam is called "kas-prelims"')
    await folder.restore('catalogue.json')
    await addKas()
    await publish()
    expect((await published()).slugs).toContain('kas-prelims')
  })
})

it('has no catalogue of exams before one is loaded that has what the site needs', async () => {
  expect(await readCatalogue(databaseOf(database))).toBe(null)
})

it.each<[string, Partial<typeof kas>, string]>([
  ['an address of the site', { slug: 'search' }, 'has an address of the site itself'],
  ['a language as its address', { slug: 'te' }, 'has an address of the site itself'],
  ['the address of another', { slug: 'rrb' }, '"rrb" is the address of two states or exams'],
  ['capital letters', { slug: 'KAS' }, 'has an address that is not of letters'],
  ['an unknown state', { state: 'goa' }, 'is of a state "goa" that there is not'],
  ['no group', { group: '' }, 'has no group'],
  ['an unknown hall', { hall: 'upsc' }, 'has a hall that is not one of: standard, railway'],
  ['no language', { languages: [] }, 'has languages that are none of the site'],
  ['a name less', { name: { kn: 'ಕೆಎಎಸ್', en: 'KAS' } }, 'has no name in te'],
  ['an empty note', { note: { ...kas.note, en: ' ' } }, 'has no note in en'],
])('finds an exam with %s', (_, change, reason) => {
  const found = examProblems({
    ...catalogue,
    categories: [...catalogue.categories, { ...kas, ...change }],
  })
  expect(found.map((problem) => problem.reason).join()).toContain(reason)
  expect(found).toHaveLength(1)
})

it('finds a state that offers an exam that there is not', () => {
  const [first, ...others] = catalogue.states
  const states = [{ ...first!, homeExams: ['kas-prelims'] }, ...others]
  expect(examProblems({ ...catalogue, states }).map(({ reason }) => reason)).toEqual([
    'the state "karnataka" offers the exam "kas-prelims" that there is not',
  ])
})
