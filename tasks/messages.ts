import { existsSync } from 'node:fs'
import type { CompilerOptions } from '@inlang/paraglide-js'
import { isUnchanged, recordDigest } from './digest.ts'
import { writeInlangSettings } from './inlang-settings.ts'
import { step } from './task.ts'

/** How locales/*.json is compiled into src/paraglide, by the build and by `compileMessages`. */
export const paraglideOptions = {
  project: './project.inlang',
  outdir: './src/paraglide',
  strategy: ['globalVariable', 'baseLocale'],
  isServer: 'import.meta.env.SSR',
  // One module per language, because a page needs the messages of one language.
  outputStructure: 'locale-modules',
  emitTsDeclarations: true,
} satisfies CompilerOptions

const inputs = ['locales', 'project.inlang/settings.json', 'tasks/messages.ts']
const digestFile = 'dist/.messages-from'

/** Compiles the messages, where they changed, for tools that need their types without a build.
 *  Cost: about 10 seconds where they changed. */
export async function compileMessages() {
  writeInlangSettings()
  if (existsSync('src/paraglide/messages/_index.d.ts') && isUnchanged(digestFile, inputs)) return
  await step('Compiling messages', async () => {
    const { compile } = await import('@inlang/paraglide-js')
    await compile(paraglideOptions)
  })
  recordCompiledMessages()
}

/** To be called after every compilation of the messages. */
export const recordCompiledMessages = () => recordDigest(digestFile, inputs)
