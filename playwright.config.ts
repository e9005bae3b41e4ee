import { defineConfig } from 'playwright/test'
import { site, sitePort } from './tests/support/ports.ts'

export default defineConfig({
  testDir: 'tests/browser',
  // For a machine that is busy with other work; on a quiet one the slowest test takes 25 s.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['line'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    baseURL: site,
    viewport: { width: 360, height: 800 },
    locale: 'en-IN',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Nothing may call any host outside this machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  webServer: {
    command: 'node tests/support/servers.ts',
    url: `http://127.0.0.1:${sitePort}/icon.svg`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
