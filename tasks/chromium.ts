import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { runProcess } from './processes.ts'
import { TaskError } from './task.ts'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a Chromium: CHROMIUM_PATH, Playwright's, or the system's. Where there is none, it is
 *  installed by Playwright or by the system's package manager.
 *  Errors: TaskError, with what to do. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new TaskError(`CHROMIUM_PATH is ${named}, and there is no such file.`)
  }
  const found = installed()
  if (found) return found

  console.log('  not found; installing one …')
  await runProcess('playwright', ['install', 'chromium-headless-shell', 'chromium'], { show: true })
  const downloaded = installed()
  if (downloaded) return downloaded

  console.log('  Playwright could not download one; trying the package manager …')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const [command = '', ...args] of [
    [...sudo, 'apt-get', 'update'],
    [...sudo, 'apt-get', 'install', '-y', 'chromium', 'fonts-noto-core'],
  ])
    await runProcess(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } }).catch(
      () => undefined,
    )
  const packaged = installed()
  if (packaged) return packaged
  throw new TaskError(
    'No Chromium was found and none could be installed; install one and set CHROMIUM_PATH to it.',
  )
}

const installed = () => [chromium.executablePath(), ...systemPaths].find((path) => existsSync(path))
