import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A few real files of every kind that needs no others: enough to deploy in a second. */
export const fewFiles = {
  paper: 'papers/ap-dsc-sa-mathematics/ap-dsc-sa-mathematics-practice-1.txt',
  otherPaper: 'papers/vao-paper-2/vao-paper-2-2024-pattern-1.txt',
  cards: 'flash-cards/constitution.txt',
  page: 'pages/terms.txt',
  affairs: 'current-affairs/2026-11-01-kannada-rajyotsava.txt',
}

/** A content folder of its own with these files, the catalogue and all figures. */
export async function contentFolder(files: readonly string[] = Object.values(fewFiles)) {
  const folder = await mkdtemp(join(tmpdir(), 'abhyasa-content-'))
  for (const file of ['catalogue.json', 'figures', ...files])
    await cp(join('content', file), join(folder, file), { recursive: true })
  return {
    path: folder,
    edit: async (file: string, change: (text: string) => string) => {
      const path = join(folder, file)
      await writeFile(path, change(await readFile(path, 'utf8')))
    },
    remove: (file: string) => rm(join(folder, file)),
    restore: (file: string, as = file) => cp(join('content', file), join(folder, as)),
    delete: () => rm(folder, { recursive: true }),
  }
}

export type ContentFolder = Awaited<ReturnType<typeof contentFolder>>
