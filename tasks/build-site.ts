import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLocale } from '../domain/locale.ts'
import { runOrThrow } from './processes.ts'
import { step, TaskError } from './task.ts'

const inputs = [
  ...['src', 'client', 'domain', 'locales', 'public', 'project.inlang/settings.json'],
  'product-api',
  ...[
    'wrangler.toml',
    'vite.config.ts',
    'package-lock.json',
    'tsconfig.json',
    'tasks/page-assets.ts',
    'tasks/inlang-settings.ts',
  ],
]
const stamp = 'dist/.built-from'

/** Builds messages, client and workers if anything that goes into them has changed. */
export async function buildIfChanged() {
  const now = digestOf(inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  await step('Building messages, client and workers', build)
  writeFileSync(stamp, now)
}

export async function build() {
  await runOrThrow('vite', ['build', '--logLevel', 'error'])
  // Where its plugin cannot be loaded, the message compiler warns and emits nothing.
  const messages = readFileSync(`src/paraglide/messages/${defaultLocale}.js`, 'utf8')
  const compiled = messages.match(/^export /gm) ?? []
  if (compiled.length < 50)
    throw new TaskError(
      'The messages in locales/ were not compiled; delete src/paraglide and try again.',
    )
}

function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    if (path === 'src/paraglide') return
    if (statSync(path).isDirectory())
      for (const name of readdirSync(path).sort()) add(join(path, name))
    else hash.update(path).update(readFileSync(path))
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}
