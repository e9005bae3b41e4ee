import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runStatements } from '../../product-api/database.ts'
import { prepareCatalogue } from '../../tasks/local-content.ts'
import { withLocalDatabase } from '../../tasks/local-database.ts'

/** Public question banks that are not part of the project; the test of them is skipped without. */
const questionBanks = process.env.QUESTION_BANKS ?? '../shared/data'
let folder = ''
let state = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'abhyasa-import-'))
  state = join(folder, 'state')
  await withLocalDatabase(state, (database) => prepareCatalogue(database, new Date()))
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

/** Runs the command as an editor does. `until` kills it with SIGKILL once that text is printed. */
function runImport(args: string[], until?: string) {
  return new Promise<{ status: number | null; printed: string; seconds: number }>((done) => {
    const startedAt = Date.now()
    const child = spawn(process.execPath, ['tasks/import-content.ts', '--state', state, ...args], {
      detached: true,
      env: { ...process.env, NO_COLOR: '1', INIT_CWD: process.cwd() },
    })
    let printed = ''
    const collect = (chunk: Uint8Array) => {
      printed += new TextDecoder().decode(chunk)
      // The whole process group: Node and the workerd process with the database.
      if (until !== undefined && printed.includes(until)) process.kill(-child.pid!, 'SIGKILL')
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('exit', (status) =>
      done({ status, printed, seconds: (Date.now() - startedAt) / 1000 }),
    )
  })
}

const counts = () =>
  withLocalDatabase(state, async (database) => {
    const tables = ['practice_tests', 'questions', 'question_texts', 'answer_keys', 'explanations']
    const rows = await runStatements(
      database,
      [...tables, 'search_entries', 'imports', 'staged_questions'].map((table) => ({
        text: `SELECT '${table}' AS name, count(*) AS count FROM ${table}`,
        values: [],
      })),
    )
    return Object.fromEntries(rows.map(([row]) => [row!.name, row!.count])) as Record<
      string,
      number
    >
  })

const added = (after: Record<string, number>, before: Record<string, number>) =>
  Object.fromEntries(Object.keys(after).map((name) => [name, after[name]! - before[name]!]))

/** A bilingual table of additions, with four options and an explanation each. */
function sums(count: number): string {
  const lines = ['id,question kn,question en,a,b,c,d,answer,why kn,why en,topics']
  for (let index = 0; index < count; index++) {
    const sum = 3 * index + 250
    const options = [sum + 1, sum + 2, sum + 3]
    options.splice(index % 4, 0, sum)
    const other = sum - index
    const cells = [
      ...[`s${index}`, `${index} ಮತ್ತು ${other} ರ ಮೊತ್ತ ಎಷ್ಟು?`],
      ...[`What is the sum of ${index} and ${other}?`, ...options, 'ABCD'[index % 4]],
      ...[`ಕೂಡಿದಾಗ ${sum}.`, `They add up to ${sum}.`, 'arithmetic'],
    ]
    lines.push(cells.join(','))
  }
  return `${lines.join('\n')}\n`
}

describe('content:import', { timeout: 60_000 }, () => {
  it(
    'imports 10,000 questions into papers within a minute and reports time and memory',
    { timeout: 180_000 },
    async () => {
      const file = join(folder, 'sums.csv')
      writeFileSync(file, sums(10_000))
      const before = await counts()

      const killed = await runImport([file, '--exam', 'rrb'], '4000 questions read')
      expect(killed.status).toBe(null)
      const { imports, staged_questions: left, ...content } = added(await counts(), before)
      expect(content).toEqual(Object.fromEntries(Object.keys(content).map((name) => [name, 0])))
      expect([imports, left! >= 4000]).toEqual([1, true])

      const { status, printed, seconds } = await runImport([file, '--exam', 'rrb'])
      console.log(`import of 10,000 questions: ${printed.trim().split('\n').at(-1)}`)
      expect(status).toBe(0)
      expect(printed).toContain('10000 questions imported in 200 papers, 0 set aside, 0 rejected')
      expect(seconds).toBeLessThan(60)
      const after = await counts()
      expect(added(after, before)).toMatchObject({
        practice_tests: 200,
        questions: 10_000,
        question_texts: 20_000,
        answer_keys: 10_000,
        explanations: 20_000,
        search_entries: 10_200,
      })

      expect((await runImport([file, '--exam', 'rrb'])).status).toBe(0)
      expect(await counts()).toEqual(after)
    },
  )

  it('imports the valid questions of a file, or with --strict none', async () => {
    const file = join(folder, 'mixed.csv')
    writeFileSync(file, `${sums(3)}bad,ಪ್ರಶ್ನೆ?,A question?,1,2,3,,A,,,\n`)
    const before = await counts()
    const strict = await runImport([file, '--strict'])
    expect(strict.status).toBe(1)
    expect(strict.printed).toContain('nothing imported, 0 set aside, 1 rejected')
    expect(added(await counts(), before).questions).toBe(0)

    const { status, printed } = await runImport([file])
    expect(status).toBe(0)
    expect(printed).toContain('3 questions imported into the question bank')
    expect(printed).toContain('mixed.csv:5 rejected: 3 options; there must be 4 or 5')
    const {
      questions,
      practice_tests: papers,
      search_entries: found,
    } = added(await counts(), before)
    expect({ questions, papers, found }).toEqual({ questions: 3, papers: 0, found: 0 })
  })

  it('imports a paper in the text format without its invalid question', async () => {
    const source = `paper: rrb-outside-1
exam: rrb
kind: practice-papers
languages: kn en
minutes: 2
right: 1
wrong: 0
blank: 0
access: free
source: a teacher
checked: 2026-11-21
title kn: ಹೊರಗಿನ ಪತ್ರಿಕೆ
title en: A paper from outside
about kn: ಎರಡು ಪ್ರಶ್ನೆಗಳು.
about en: Two questions.

--- outside-good
kn: ಎರಡು ಮತ್ತು ಎರಡು ಎಷ್ಟು?
en: What are two and two?
( ) 3
(*) 4
( ) 5
( ) 6
why kn: ನಾಲ್ಕು.
why en: Four.

--- outside-bad
kn: ಕೀಲಿ ಇಲ್ಲದ ಪ್ರಶ್ನೆ?
en: A question without a key?
( ) 3
( ) 4
( ) 5
( ) 6
why kn: ಇಲ್ಲ.
why en: None.
`
    const file = join(folder, 'outside.txt')
    writeFileSync(file, source)
    const { printed } = await runImport([file])
    expect(printed).toContain(
      'outside.txt: 1 questions imported in 1 papers, 0 set aside, 1 rejected',
    )
    expect(printed).toContain('outside.txt:27 rejected: 0 options are marked right')
  })

  it.each([
    [['nowhere.csv'], 'There is no file'],
    [['package.json', '--exam', 'nosuch'], 'No exam is called "nosuch"'],
    [['package.json', '--exam', 'rrb', '--wrong', '0.25'], 'is not a number of marks'],
    [['package.json', '--remote'], 'CLOUDFLARE_API_TOKEN is not set'],
    [['package.json', '--nosuch'], "Unknown option '--nosuch'"],
  ])('%j fails with one sentence that gives the reason', async (args, sentence) => {
    const { status, printed } = await runImport(args)
    expect(status).toBe(1)
    expect(printed).toContain(sentence)
    expect(printed).not.toContain('    at ')
  })

  it.skipIf(!existsSync(questionBanks))(
    'imports the public question banks twice with the same result',
    { timeout: 120_000 },
    async () => {
      const files = ['aqua', 'mgsm', 'gift'].flatMap((name) =>
        readdirSync(join(questionBanks, name))
          .filter((file) => /\.(jsonl|tsv|gift)$/.test(file))
          .map((file) => join(questionBanks, name, file)),
      )
      const before = await counts()
      const first = await runImport(files)
      const after = await counts()
      const second = await runImport(files)
      const withoutTime = (printed: string) => printed.replace(/[\d.]+ s, at most .*/, '')
      expect(withoutTime(second.printed)).toBe(withoutTime(first.printed))
      expect(await counts()).toEqual(after)
      // 508 of AQuA, 250 of MGSM in two languages, 1 of the GIFT files has four options.
      expect(added(after, before)).toMatchObject({ questions: 759, question_texts: 1009 })

      const results = [...first.printed.matchAll(/^(\S+\.gift): (.*)$/gm)].map(
        ([, , rest]) => rest!,
      )
      expect(results).toHaveLength(20)
      const sum = (pattern: RegExp) =>
        results.reduce((total, text) => total + Number(pattern.exec(text)?.[1] ?? 0), 0)
      expect({
        imported: sum(/(\d+) questions imported/),
        setAside: sum(/(\d+) set aside/),
        rejected: sum(/(\d+) rejected/),
      }).toEqual({ imported: 1, setAside: 26, rejected: 15 })
    },
  )
})
