import { readFileSync, rmSync } from 'node:fs'
import { isUnchanged, recordDigest } from './digest.ts'
import { recordCompiledMessages } from './messages.ts'
import { runOrThrow } from './processes.ts'
import { step, TaskError } from './task.ts'

const inputs = [
  'src',
  'client',
  'domain',
  'http',
  'locales',
  'public',
  'product-api',
  'desk',
  'authoring',
  // The exams that the site knows before it has asked.
  'content/catalogue.json',
  'project.inlang/settings.json',
  'wrangler.toml',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'tasks/compressed-scripts.ts',
  'tasks/page-assets.ts',
  'tasks/qr-library.ts',
  'tasks/service-worker.ts',
  'tasks/unused-react.ts',
  'tasks/inlang-settings.ts',
  'tasks/messages.ts',
]
const digestFile = 'dist/.built-from'

/** Builds messages, client and Workers where one of their inputs changed since the last build. */
export async function buildIfChanged() {
  if (isUnchanged(digestFile, inputs)) return
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
  recordCompiledMessages()
  recordDigest(digestFile, inputs)
}
