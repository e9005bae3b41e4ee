import { findExam } from '../exams.ts'
import { isProviderReturn } from '../../domain/payment.ts'
import { isCredentialPath, isPaymentPath } from './address.ts'
import type { SearchResult } from '../../domain/search-result.ts'
import type { PlanTask } from '../../domain/study/lesson-plan.ts'

// The paths of pages without their locale; `localizedPath` of address.ts adds it.

/** The page of a test: '/karnataka/vao-paper-1/vao-paper-1-full-1'. */
export const testPath = (state: string, exam: string, slug: string) => `/${state}/${exam}/${slug}`

/** The instructions before a test: '/karnataka/vao-paper-1/vao-paper-1-full-1/instructions'. */
export const instructionsPath = (state: string, exam: string, slug: string) =>
  `${testPath(state, exam, slug)}/instructions`

/** The page on which a printed answer sheet is scored. */
export const sheetPath = (state: string, exam: string, slug: string) =>
  `${testPath(state, exam, slug)}/sheet`

/** The exam hall of an attempt. */
export const hallPath = (attemptId: string) => `/attempts/${attemptId}`

/** Whether this is an exam hall, which has neither analytics nor advertising. */
export const isHallPath = (path: string) => /^\/attempts\/[0-9a-f-]{36}$/.test(path)

/** Whether scripts of others (statistics, advertising) may be on the page at all. */
export const mayHaveTags = (path: string) =>
  !isPaymentPath(path) && !isProviderReturn(path) && !isHallPath(path) && !isCredentialPath(path)

export const liveMocksPath = '/live-mocks'
export const liveMockPath = (slug: string) => `${liveMocksPath}/${slug}`
/** Ranks and percentiles, with the reader's own. */
export const liveResultPath = (slug: string) => `${liveMockPath(slug)}/result`
/** What the script of a waiting room fetches; the same for everybody, in no language. */
export const livePaths = {
  sealed: (slug: string, digest: string) => `${liveMockPath(slug)}/sealed/${digest}`,
  code: (slug: string) => `${liveMockPath(slug)}/code`,
}

export const attemptResultPath = (attemptId: string) => `/attempts/${attemptId}/result`

/** What happened to the answers of an attempt. */
export const answerHistoryPath = (attemptId: string) => `/attempts/${attemptId}/answers`

/** Where a search result leads; null where it belongs to an exam that this site does not know. */
export function searchResultPath({
  kind,
  slug,
  position,
  date,
  exam,
}: SearchResult): string | null {
  if (kind === 'card') return `/flash-cards/${slug}`
  if (kind === 'page') return date ? `/current-affairs/${date}` : `/${slug}`
  const known = exam === null ? undefined : findExam(exam)
  if (!known) return null
  const paper = testPath(known.state, known.slug, slug)
  return kind === 'question' ? `${paper}#${questionAnchor(position ?? 1)}` : paper
}

/** The fragment identifier of a question, by its number from 1: 'q43'. */
export const questionAnchor = (number: number) => `q${number}`

export const ownPlanPath = '/plan'
export const planPath = (slug: string) => `${ownPlanPath}/${slug}`

/** The page on which a task of a study plan is done; null for reading, which needs no page. */
export function planTaskPath({ kind, of, paper }: PlanTask): string | null {
  switch (kind) {
    case 'read':
      return null
    case 'cards':
      return `/flash-cards/${of}`
    case 'affairs':
      return '/current-affairs'
    case 'revise':
    case 'weak':
      return '/flash-cards?of=wrong'
    case 'paper': {
      const exam = findExam(paper?.exam ?? '')
      return exam ? testPath(exam.state, exam.slug, of) : null
    }
  }
}

/** Path to which the form of a flash card is posted. */
export const cardReviewPath = '/flash-cards/review'

/** The web app manifest, in each language. */
export const manifestPath = '/app.webmanifest'
