import type { PaperKind, PaperSummary } from '../../../domain/paper.ts'
import type { Messages } from '../../ui/messages.ts'

/** The sections of an exam's page in their order, for exams whose papers are all on one page. */
export const sectionsOnOnePage = ['practice-papers', 'subject-papers', 'previous-papers'] as const
/** The same for exams that also have a page for each kind of paper. */
export const sectionsWithOwnPages = [
  'model-paper',
  'previous-papers',
  'subject-papers',
  'grand-test',
] as const

export const sectionNames: Record<PaperKind, (messages: Messages) => string> = {
  'model-paper': (messages) => messages.model_papers(),
  'previous-papers': (messages) => messages.previous_papers(),
  'practice-papers': (messages) => messages.practice_papers(),
  'subject-papers': (messages) => messages.subject_papers(),
  'grand-test': (messages) => messages.grand_tests(),
}

/** The papers of one kind, in the order of the list. */
export const papersOfKind = (papers: readonly PaperSummary[], kind: PaperKind) =>
  papers.filter((paper) => paper.kind === kind)
