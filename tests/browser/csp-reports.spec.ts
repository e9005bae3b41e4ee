import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright/test'
import { createCertificate } from '../../bench/certificate.ts'
import { expect, test } from '../support/page.ts'
import { site } from '../support/ports.ts'
import { startTlsProxy } from '../support/tls-proxy.ts'

// What a browser refuses because of the Content-Security-Policy reaches the operator's list.

const run = promisify(execFile)

/** The lines of `npm run csp-reports` on the database of these tests (tests/support/servers.ts). On
 *  a copy, because a second program must not open the database of a running Worker. */
async function listedReports(host: string): Promise<string[]> {
  const copy = mkdtempSync(join(tmpdir(), 'csp-reports-'))
  try {
    cpSync('.wrangler/test-state', copy, { recursive: true })
    const script = ['tasks/csp-reports.ts', '--state', copy]
    const { stdout } = await run(process.execPath, script)
    return stdout.split('\n').filter((line) => line.includes(host))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

let planted = 0
/** Puts a picture of a stranger's host into the page, as an extension or a fault of ours would. */
async function plantPicture(page: Page): Promise<string> {
  const host = `https://planted-${Date.now()}-${(planted += 1)}.example`
  await page.evaluate((from) => {
    const image = new Image()
    image.src = `${from}/pixel.gif?user=7`
    document.body.appendChild(image)
  }, host)
  return host
}

const page = '/en/vao?email=ravi@example.in'

async function expectListedOnce(host: string) {
  await expect
    .poll(() => listedReports(host), { timeout: 60_000, intervals: [1000, 5000] })
    .toEqual([expect.stringMatching(/^1 {2}img-src {2}https:\/\/planted-\S+ {2}\/vao {2}2\d/)])
}

test('a browser that knows report-uri only: its report is listed, without a person', async ({
  page: tab,
}) => {
  // Chromium without TLS, like Firefox, has no report-to, but it does not fall back by itself.
  await tab.route(`${site}${page}`, async (route) => {
    const answer = await route.fetch()
    const headers = answer.headers()
    const policy = headers['content-security-policy']!.replace('; report-to csp', '')
    await route.fulfill({
      response: answer,
      headers: { ...headers, 'content-security-policy': policy },
    })
  })
  await tab.goto(page)
  const answered = tab.waitForResponse(`${site}/csp-reports`)
  const host = await plantPicture(tab)
  expect((await answered).status()).toBe(204)
  await expectListedOnce(host)
})

test('Chromium over TLS: its report by report-to is listed, without a person', async () => {
  const { key, cert, chromiumFlag } = createCertificate()
  const proxy = await startTlsProxy(site, { key, cert })
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: ['--no-sandbox', '--disable-gpu', chromiumFlag, '--short-reporting-delay'],
  })
  try {
    const tab = await browser.newPage()
    await tab.goto(proxy.origin + page)
    const host = await plantPicture(tab)
    await expect
      .poll(() => proxy.bodiesOf('/csp-reports'), { timeout: 75_000 })
      .toContainEqual({
        ...{ path: '/csp-reports', type: 'application/reports+json' },
        body: expect.stringContaining(host) as unknown as string,
      })
    await expectListedOnce(host)
  } finally {
    await browser.close()
    proxy.stop()
  }
})
