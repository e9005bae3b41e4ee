import { readFileSync, rmSync } from 'node:fs'
import { build } from './build-site.ts'
import { findChromium } from './chromium.ts'
import { run, step, task } from './step.ts'

type Count = { passed: number; failed: number; skipped: number }
const total: Count = { passed: 0, failed: 0, skipped: 0 }

function add({ passed, failed, skipped }: Count) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

/** A check that either holds or does not. */
async function check(name: string, command: string, args: readonly string[]) {
  await step(name, async () => {
    const { status, output } = await run(command, args)
    if (status !== 0) process.stdout.write(output)
    add({ passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 })
  })
}

/** A suite that counts its tests itself. One that ends badly without a failed test has failed all the same. */
async function suite(
  name: string,
  command: string,
  args: readonly string[],
  report: string,
  read: (report: never) => Count,
  env: Record<string, string> = {},
) {
  await step(name, async () => {
    rmSync(report, { force: true })
    const { status, output } = await run(command, args, { show: true, env })
    let count: Count
    try {
      count = read(JSON.parse(readFileSync(report, 'utf8')) as never)
    } catch {
      process.stdout.write(output)
      count = { passed: 0, failed: 1, skipped: 0 }
    }
    if (status !== 0 && count.failed === 0) count.failed = 1
    add(count)
  })
}

await task(async () => {
  await step('Building messages, client and workers', async () => {
    try {
      await build()
      add({ passed: 1, failed: 0, skipped: 0 })
    } catch (error) {
      console.log(String(error))
      add({ passed: 0, failed: 1, skipped: 0 })
    }
  })
  await check('Checking types', 'tsc', ['--noEmit'])
  await check('Checking style', 'eslint', ['.', '--max-warnings', '0'])
  await check('Checking format', 'prettier', ['--check', '.', '--log-level', 'warn'])
  await suite(
    'Testing inside workerd',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/unit.json'],
    'test-results/unit.json',
    (report: {
      numPassedTests: number
      numFailedTests: number
      numPendingTests: number
      numFailedTestSuites: number
    }) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    }),
  )
  const chromium = await step('Looking for Chromium', findChromium)
  await suite(
    'Testing in Chromium',
    'playwright',
    ['test'],
    'test-results/browser.json',
    ({
      stats,
    }: {
      stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
    { CHROMIUM_PATH: chromium },
  )
  if (total.skipped > 0) console.log(`\n${total.skipped} skipped`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  if (total.failed > 0) process.exitCode = 1
})
