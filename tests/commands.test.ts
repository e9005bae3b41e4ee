import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { publishFolder } from '../tasks/publish-folder.ts'
import { contentFolder, fewFiles } from './support/content-folder.ts'
import { startD1Api, type D1Api } from './support/d1-api.ts'
import { databaseOf, sqlite } from './support/sqlite-database.ts'

// Operators' commands with --remote, as they are typed, on a new site: what each of them says.

const database = sqlite()
let api: D1Api

beforeAll(async () => {
  const folder = await contentFolder([fewFiles.otherPaper])
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await publishFolder(databaseOf(database), { folder: folder.path, withdraw: false })
  await folder.delete()
  vi.restoreAllMocks()
  api = await startD1Api({ database })
}, 60_000)
afterAll(() => api.stop())

describe.concurrent('on a new site', () => {
  it.each([
    [0, 'There are no payments.', 'payments-report'],
    [0, 'The list is empty.', 'payments-list refunds'],
    [1, 'Nothing was fetched or compared', 'payments-settlement --day 2026-11-22'],
    [0, 'There are no open refund requests.', 'refund'],
    [0, 'No tax documents were issued', 'payments-gstr1 --month 2026-11'],
    [0, 'No member has consented to letters.', 'accounts --letters'],
    [0, 'No registrations and no payments', 'traffic-sources'],
    [0, 'No reports.', 'csp-reports'],
    [0, 'Every report has been answered.', 'question-reports'],
    [0, 'No paper has 100 attempts yet.', 'question-statistics'],
    [0, 'are in the objects of their readers.', 'attempts-left'],
    [0, 'There are no rulings.', 'rule-key --list'],
    [0, 'https://desk.test/enrol/', 'desk-invite --name A --role owner --desk https://desk.test'],
  ])(
    'ends with status %i and says "%s": %s',
    async (status, words, command) => {
      const { output, ...ended } = await run(command)
      expect([ended.status, output]).toEqual([status, expect.stringContaining(words)])
      expect(output).not.toMatch(/^ {4}at /m)
    },
    60_000,
  )
})

it('rule-key stores a ruling with its reasons', async () => {
  const { output } = await run('rule-key --question QUESTION --cancel all')
  expect(output).toContain('Ruling 1: 0 attempts rescored, 0 scores changed.')
}, 60_000)

async function run(command: string): Promise<{ status: number; output: string }> {
  const [task = '', ...words] = command.split(' ')
  const reasons = command.includes('--cancel')
    ? ['kn', 'en', 'te'].flatMap((locale) => [`--reason-${locale}`, 'a reason'])
    : []
  const { id } = database.prepare('SELECT editor_id AS id FROM questions LIMIT 1').get() as {
    id: string
  }
  const args = words.map((word) => (word === 'QUESTION' ? id : word))
  const child = spawn(process.execPath, [`tasks/${task}.ts`, ...args, ...reasons, '--remote'], {
    env: {
      ...{ PATH: process.env.PATH, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
      ...api.settings,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const status = await new Promise<number>((done) => child.on('exit', (code) => done(code ?? 1)))
  return { status, output }
}
