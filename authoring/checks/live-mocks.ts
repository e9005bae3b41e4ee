import { offeredExams } from './exams.ts'
import type { LiveMockDraft, Problem } from '../draft.ts'
import type { Catalogue } from './content.ts'

const minuteMs = 60_000
/** Candidates with extra time have a third more; then answers are still on their way. */
const minCollectionMinutes = 30

/** The problems of live mocks that reading one file cannot find. */
export const liveMockProblems = (
  catalogue: Catalogue,
  liveMocks: readonly LiveMockDraft[],
): Problem[] =>
  liveMocks.flatMap((liveMock) =>
    reasons(catalogue, liveMock).map((reason) => ({
      ...{ file: liveMock.file, line: liveMock.line, reason },
    })),
  )

function reasons(catalogue: Catalogue, liveMock: LiveMockDraft): string[] {
  const { paper, bellAt, latestMinutes, resultsAt, exams } = liveMock
  const known = new Set(offeredExams(catalogue))
  const found = exams
    .filter((exam) => !known.has(exam))
    .map((exam) => `the exam "${exam}" is not in the catalogue`)
  if (!exams.includes(paper.exam)) found.push('"exams:" lacks the exam of the paper')
  if (paper.access !== 'free') found.push('a live mock is for everybody: "access: free"')
  if (latestMinutes >= paper.minutes)
    found.push('"latest:" lets somebody enter after the end of the paper')
  const earliest = Math.ceil((paper.minutes * 4) / 3) + minCollectionMinutes
  if (
    bellAt !== null &&
    resultsAt !== null &&
    Date.parse(resultsAt) < Date.parse(bellAt) + earliest * minuteMs
  )
    found.push(
      `"results:" is before everybody's answers can be there: at least ${earliest} minutes ` +
        'after the bell',
    )
  // The sealed copy is one file of text; a figure would be a second one with an address of its own.
  if (paper.questions.some(({ figure }) => figure !== null))
    found.push('a live mock has no figures')
  if (paper.questions.length === 0) found.push('it has no questions')
  return found
}
