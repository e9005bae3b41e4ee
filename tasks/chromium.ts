import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { run, Stop } from './step.ts'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where a Chromium is: CHROMIUM_PATH, Playwright's own, or the system's; otherwise it is installed, by Playwright or
 *  by the system's package manager. Errors: Stop, with what to do. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Stop(`CHROMIUM_PATH is ${named}, and there is no such file.`)
  }
  const found = installed()
  if (found) return found

  console.log('  none yet; installing one …')
  await run('playwright', ['install', 'chromium-headless-shell', 'chromium'], { show: true })
  const downloaded = installed()
  if (downloaded) return downloaded

  console.log('  Playwright could not fetch its own; asking the package manager …')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const [command = '', ...args] of [
    [...sudo, 'apt-get', 'update'],
    [...sudo, 'apt-get', 'install', '-y', 'chromium', 'fonts-noto-core'],
  ])
    await run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } }).catch(() => undefined)
  const packaged = installed()
  if (packaged) return packaged
  throw new Stop(
    'No Chromium was found and none could be installed; install one and set CHROMIUM_PATH to it.',
  )
}

const installed = () => [chromium.executablePath(), ...systemPaths].find((path) => existsSync(path))
