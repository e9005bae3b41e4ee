import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Whether files and folders have the content that `recordDigest` recorded in `digestFile`. */
export const isUnchanged = (digestFile: string, paths: readonly string[]): boolean =>
  existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digestOf(paths)

export function recordDigest(digestFile: string, paths: readonly string[]) {
  mkdirSync(dirname(digestFile), { recursive: true })
  writeFileSync(digestFile, digestOf(paths))
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
