import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, step, Stop } from './step.ts'

const inputs = [
  ...['src', 'client', 'domain', 'locales', 'public', 'project.inlang/settings.json'],
  'product-api',
  ...[
    'wrangler.toml',
    'vite.config.ts',
    'package-lock.json',
    'tsconfig.json',
    'tasks/page-assets.ts',
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
  await command('vite', ['build', '--logLevel', 'error'])
  // Where its plugin cannot be loaded, the message compiler warns and emits nothing.
  const compiled = readFileSync('src/paraglide/messages/kn.js', 'utf8').match(/^export /gm) ?? []
  if (compiled.length < 50)
    throw new Stop(
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
