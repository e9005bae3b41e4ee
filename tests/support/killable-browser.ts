import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext } from 'playwright/test'

/** Chromium as a process of its own, with a profile that outlives it. */
export function killableBrowser() {
  const profile = mkdtempSync(join(tmpdir(), 'abhyasa-profile-'))
  let pid: number | undefined
  let browser: Browser | undefined

  /** Starts it and connects to it. A tab or service worker that comes or goes at that moment can
   *  leave the connection waiting for it for ever: then the browser is killed once more. */
  async function open(attempts = 4): Promise<BrowserContext> {
    const child = spawn(
      process.env.CHROMIUM_PATH ?? chromium.executablePath(),
      [
        ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'],
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        ...['--window-size=360,800', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
      ],
      { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    pid = child.pid
    const address = await new Promise<string>((found, fail) => {
      let text = ''
      child.once('exit', () => fail(new Error(`Chromium did not start: ${text}`)))
      child.stderr.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        const [, url] = /DevTools listening on (ws:\S+)/.exec(text) ?? []
        if (url) found(url)
      })
    })
    try {
      browser = await chromium.connectOverCDP(address, { timeout: 10_000 })
    } catch (error) {
      const isGone = once(child, 'exit')
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
      pid = undefined
      await isGone
      if (attempts === 1) throw error
      return open(attempts - 1)
    }
    return browser.contexts()[0]!
  }

  return {
    open: () => open(),
    /** Ends all processes of the browser at once, as a dead battery does. */
    async kill() {
      if (pid === undefined || !browser) return
      const isGone = browser.isConnected() ? once(browser as never, 'disconnected') : null
      process.kill(-pid, 'SIGKILL')
      await isGone
      pid = undefined
    },
    /** Ends the browser in order: it writes its cookies first. */
    async close() {
      const session = await browser?.newBrowserCDPSession()
      const isGone = once(browser as never, 'disconnected')
      await session?.send('Browser.close').catch(() => undefined)
      await isGone
      await new Promise((done) => setTimeout(done, 500))
      pid = undefined
    },
    removeProfile: () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }),
  }
}
