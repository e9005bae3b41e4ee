import { createHash } from 'node:crypto'
import type { ImportedQuestion } from './item.ts'

/** The id by which a second import of the same file recognises a question: the file's own id, or a
 *  hash of the wording and the options, so that a question with a corrected key keeps its id. */
export function questionId(bank: string, question: ImportedQuestion): string {
  if (question.id !== null && question.id.trim() !== '') return `${bank}-${slugOf(question.id)}`
  const locale = question.languages[0] ?? 'en'
  const wording = [
    question.stem[locale],
    ...question.options.map((option) => option[locale]).sort(),
  ]
  const digest = createHash('sha256').update(JSON.stringify(wording)).digest('hex')
  return `${bank}-${digest.slice(0, 16)}`
}

/** 'Grant’s Tomb' -> 'grants-tomb'. A name without a Latin letter becomes its digest. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const isWhole = slug !== '' && /^[\x20-\u024f\u2019]*$/.test(name)
  return isWhole ? slug.slice(0, 60) : createHash('sha256').update(name).digest('hex').slice(0, 16)
}
