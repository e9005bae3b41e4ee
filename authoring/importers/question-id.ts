import { createHash } from 'node:crypto'
import type { ImportedQuestion } from './item.ts'

/** The id under which a question is found again when its file is imported again: the file's own id, or its wording with its options,
 *  so that a corrected key stays the same question. */
export function questionId(bank: string, question: ImportedQuestion): string {
  if (question.id !== null && question.id.trim() !== '') return `${bank}-${slugOf(question.id)}`
  const locale = question.languages[0] ?? 'en'
  const asked = [question.stem[locale], ...question.options.map((option) => option[locale]).sort()]
  return `${bank}-${createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16)}`
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
