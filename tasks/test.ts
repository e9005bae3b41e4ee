import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArguments } from './arguments.ts'
import { build, buildIfChanged } from './build-site.ts'
import { findChromium } from './chromium.ts'
import { firstOfFreePorts } from './ports.ts'
import { runProcess } from './processes.ts'
import { runTask, step, TaskError } from './task.ts'

const usage = `npm test [-- [FILE...] [-t NAME] [--unit] [--browser]]

  Without arguments: build, types, lint, format and all tests. With arguments: only the tests that
  they select, after a build where something changed.

  tests/site/guest.test.ts     test files or folders; those in tests/browser run in Chromium
  -t "part of a name"          tests whose name contains this; a regular expression
  --unit, --browser            the tests in workerd and Node, or those in Chromium`

type Count = { passed: number; failed: number; skipped: number }
/** Vitest's report, as far as it is read. */
type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}
const total: Count = { passed: 0, failed: 0, skipped: 0 }
/** Named once more at the end: the tests in Chromium print much after them. */
const failedUnits: string[] = []

const { values, positionals } = parseArguments(usage, {
  allowPositionals: true,
  options: {
    name: { type: 'string', short: 't' },
    unit: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

await runTask(async () => {
  if (values.help) return console.log(usage)
  const files = positionals.map((file) => file.replace(/^\.\//, ''))
  const browserFiles = files.filter((file) => file.startsWith('tests/browser'))
  const unitFiles = files.filter((file) => !browserFiles.includes(file))
  const isLimited = files.length > 0 || values.unit || values.browser
  if (isLimited || values.name !== undefined) {
    await buildIfChanged()
    if (!isLimited || values.unit || unitFiles.length > 0) await testUnits(unitFiles)
    if (!isLimited || values.browser || browserFiles.length > 0) await testBrowser(browserFiles)
  } else {
    await checkEverything()
    await testUnits([])
    await testBrowser([])
  }
  if (total.passed + total.failed === 0) throw new TaskError('No test was selected.')
  for (const name of failedUnits) console.log(`\nFailed: ${name}`)
  if (total.skipped > 0) console.log(`\n${total.skipped} skipped`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  if (total.failed > 0) process.exitCode = 1
})

/** The checks before the tests of a complete run; each counts as one test. */
async function checkEverything() {
  await step('Building messages, client and workers', async () => {
    try {
      await build()
      addCount({ passed: 1, failed: 0, skipped: 0 })
    } catch (error) {
      console.log(String(error))
      addCount({ passed: 0, failed: 1, skipped: 0 })
    }
  })
  // Side by side: each of them uses one core.
  await step('Checking types, style and format', () =>
    Promise.all([
      check('eslint', ['.', '--max-warnings', '0']),
      check('tsc', ['-b']).then(() => check('prettier', ['--check', '.', '--log-level', 'warn'])),
    ]),
  )
}

async function check(program: string, args: readonly string[]) {
  const { status, output } = await runProcess(program, args)
  if (status !== 0) process.stdout.write(output)
  addCount({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 })
}

async function testUnits(files: readonly string[]) {
  const report = 'test-results/unit.json'
  const selection = [...files, ...(values.name === undefined ? [] : ['-t', values.name])]
  await runSuite(
    'Testing in workerd and Node',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...selection],
    report,
    (report: UnitReport) => {
      failedUnits.push(...namesOfFailed(report))
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        // Vitest counts the tests that -t leaves out as pending.
        skipped: values.name === undefined ? report.numPendingTests : 0,
      }
    },
  )
}

function namesOfFailed({ testResults }: UnitReport): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative('.', name)}: ${fullName}`),
  )
}

async function testBrowser(files: readonly string[]) {
  const chromium = await step('Looking for Chromium', findChromium)
  const name = values.name === undefined ? [] : ['-g', values.name, '--pass-with-no-tests']
  await runSuite(
    'Testing in Chromium',
    'playwright',
    ['test', ...files, ...name],
    'test-results/browser.json',
    ({ stats }: { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
    { CHROMIUM_PATH: chromium, TEST_PORT: String(await firstOfFreePorts(10)) },
  )
}

/** Runs a test program and reads its own count. A program that fails without naming a failed test
 *  counts as one failure. */
async function runSuite(
  name: string,
  program: string,
  args: readonly string[],
  reportFile: string,
  readCount: (report: never) => Count,
  env: Record<string, string> = {},
) {
  await step(name, async () => {
    rmSync(reportFile, { force: true })
    const { status, output } = await runProcess(program, args, { show: true, env })
    let count: Count
    try {
      count = readCount(JSON.parse(readFileSync(reportFile, 'utf8')) as never)
    } catch {
      process.stdout.write(output)
      count = { passed: 0, failed: 1, skipped: 0 }
    }
    if (status !== 0 && count.failed === 0) count.failed = 1
    addCount(count)
  })
}

function addCount({ passed, failed, skipped }: Count) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}
