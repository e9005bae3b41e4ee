import { exams, type Exam } from '../../domain/exams.ts'
import type { PaperDraft, Problem } from '../draft.ts'

const minQuestions = 10

/** The exams that lack a paper of a kind that their pages show. Each kind needs a paper with ten
 *  questions or more in all of the exam's languages. */
export const missingPaperProblems = (
  papers: readonly PaperDraft[],
  required: readonly Exam[] = exams,
): Problem[] =>
  required.flatMap((exam) =>
    requiredKinds(exam)
      .filter((kind) => !papers.some((paper) => isPaperOf(paper, exam, kind)))
      .map((kind) => ({
        file: 'catalogue.json',
        line: 1,
        reason:
          `${exam.slug}: no ${kind} of ${minQuestions} questions in ` + exam.languages.join(', '),
      })),
  )

const requiredKinds = ({ hasPapersOnOnePage }: Exam): PaperDraft['kind'][] =>
  hasPapersOnOnePage
    ? ['practice-papers', 'subject-papers', 'previous-papers']
    : ['model-paper', 'previous-papers']

const isPaperOf = (paper: PaperDraft, { slug, languages }: Exam, kind: PaperDraft['kind']) =>
  paper.exam === slug &&
  paper.kind === kind &&
  paper.questions.length >= minQuestions &&
  paper.languages.join() === languages.join()
