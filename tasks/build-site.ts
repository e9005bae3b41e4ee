import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runOrThrow } from './processes.ts'
import { step, TaskError } from './task.ts'

const inputs = [
  'src',
  'client',
  'domain',
  'locales',
  'public',
  'product-api',
  'project.inlang/settings.json',
  'wrangler.toml',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
  'tasks/page-assets.ts',
  'tasks/hall-worker.ts',
  'tasks/inlang-settings.ts',
]
const digestFile = 'dist/.built-from'

/** Builds messages, client and Workers where one of their inputs changed since the last build. */
export async function buildIfChanged() {
  if (existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digestOf(inputs)) return
  await step('Building messages, client and workers', build)
}

export async function build() {
  rmSync(digestFile, { force: true })
  await runOrThrow('vite', ['build', '--logLevel', 'error'])
  // Where its plugin cannot be loaded, the message compiler warns and emits nothing.
  const compiled = readFileSync('src/paraglide/messages/kn.js', 'utf8').match(/^export /gm) ?? []
  if (compiled.length < 50)
    throw new TaskError(
      'The messages in locales/ were not compiled; delete src/paraglide and try again.',
    )
  writeFileSync(digestFile, digestOf(inputs))
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
