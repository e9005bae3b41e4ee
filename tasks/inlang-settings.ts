import { readFileSync, writeFileSync } from 'node:fs'
import { defaultLocale, locales } from '../domain/locale.ts'

const file = 'project.inlang/settings.json'

/** Writes the languages of domain/locale.ts into the settings of the message compiler, which can
 *  only read them from a file. The file is committed, for editors that check messages. */
export function writeInlangSettings() {
  const before = readFileSync(file, 'utf8')
  const settings = { ...(JSON.parse(before) as object), baseLocale: defaultLocale, locales }
  if (JSON.stringify(JSON.parse(before)) === JSON.stringify(settings)) return
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`)
}
