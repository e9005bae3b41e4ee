import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { draftContent } from '../authoring/generators/draft-papers.ts'
import { withSection, writePaper } from '../authoring/generators/write-paper.ts'

// Writes the computed papers into content/, and the computed sections into the full papers whose
// other sections are written by hand. A second run changes nothing.
const folder = 'content'
const { papers, sections } = draftContent()
for (const paper of papers) {
  const path = `${folder}/${paper.file}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, writePaper(paper))
}
for (const { plan, questions } of sections) {
  const path = `${folder}/${plan.file}`
  await writeFile(path, withSection(await readFile(path, 'utf8'), plan.section, questions))
}
const all = [...papers, ...sections].flatMap(({ questions }) => questions)
console.log(`${papers.length} papers, ${sections.length} sections, ${all.length} questions`)
