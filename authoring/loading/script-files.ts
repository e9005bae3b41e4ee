import { readFile } from 'node:fs/promises'
import type { ReadScript } from './import-statements.ts'

const known = new Map<string, Promise<string>>()

/** Reads a script from sql/. Each file is read once. */
export const readScriptFile: ReadScript = (name) => {
  const text = known.get(name) ?? readFile(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8')
  known.set(name, text)
  return text
}
