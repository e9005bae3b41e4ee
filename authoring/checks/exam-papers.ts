import type { PaperDraft, Problem } from '../draft.ts'
import type { CatalogueDraft } from '../loading/catalogue-rows.ts'

const minQuestions = 10

type Exam = CatalogueDraft['categories'][number]

/** The exams that lack a paper of a kind that their pages show. Each kind needs a paper with ten
 *  questions or more in all of the exam's languages. */
export const missingPaperProblems = (
  papers: readonly PaperDraft[],
  { states, categories }: Pick<CatalogueDraft, 'states' | 'categories'>,
): Problem[] =>
  categories
    .filter(({ withdrawn = false }) => !withdrawn)
    .flatMap((exam) =>
      requiredKinds(states.find(({ slug }) => slug === exam.state))
        .filter((kind) => !papers.some((paper) => isPaperOf(paper, exam, kind)))
        .map((kind) => ({
          file: 'catalogue.json',
          line: 1,
          reason:
            `${exam.slug}: no ${kind} of ${minQuestions} questions in ` + exam.languages.join(', '),
        })),
    )

const requiredKinds = (
  state: CatalogueDraft['states'][number] | undefined,
): PaperDraft['kind'][] =>
  state?.papersOnOnePage
    ? ['practice-papers', 'subject-papers', 'previous-papers']
    : ['model-paper', 'previous-papers']

const isPaperOf = (paper: PaperDraft, { slug, languages }: Exam, kind: PaperDraft['kind']) =>
  paper.exam === slug &&
  paper.kind === kind &&
  paper.questions.length >= minQuestions &&
  paper.languages.join() === languages.join()
