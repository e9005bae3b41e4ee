import type { PaperKind, PaperSummary } from '../../../domain/paper.ts'
import type { Words } from '../../ui/words.ts'

/** The labelled sections of an exam's page, in their order. */
export const andhraSections = ['practice-papers', 'subject-papers', 'previous-papers'] as const
export const examSections = [
  'model-paper',
  'previous-papers',
  'subject-papers',
  'grand-test',
] as const

export const sectionNames: Record<PaperKind, (words: Words) => string> = {
  'model-paper': (words) => words.model_papers(),
  'previous-papers': (words) => words.previous_papers(),
  'practice-papers': (words) => words.practice_papers(),
  'subject-papers': (words) => words.subject_papers(),
  'grand-test': (words) => words.grand_tests(),
}

/** The papers of a section; the newest pattern first. */
export const sectionOf = (papers: readonly PaperSummary[], kind: PaperKind) =>
  papers.filter((paper) => paper.kind === kind)
