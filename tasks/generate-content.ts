import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { draftPapers } from '../authoring/generators/draft-papers.ts'
import { writePaper } from '../authoring/generators/write-paper.ts'

// Writes the generated papers into content/. A second run changes nothing.
const folder = 'content'
const papers = draftPapers()
for (const paper of papers) {
  const path = `${folder}/${paper.file}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, writePaper(paper))
}
const questions = papers.reduce((sum, paper) => sum + paper.questions.length, 0)
console.log(`${papers.length} papers, ${questions} questions`)
