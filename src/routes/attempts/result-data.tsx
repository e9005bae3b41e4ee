import { hallPath } from '../../addresses/paths.ts'
import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath } from '../../addresses/address.ts'
import type { Locale } from '../../../domain/locale.ts'
import { joinSolutions } from '../../../domain/attempt/solutions.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { ownReports } from '../../api-client/question-reports.ts'
import {
  attemptExplanations,
  attemptPaper,
  isNotSubmitted,
  attemptResult,
} from '../../api-client/results.ts'
import { attemptUnavailable } from './attempt-unavailable.tsx'

/** A submitted attempt with its paper and solutions (explanations in `language`), or the response
 *  to send instead. Reports are left out if they cannot be loaded. Cost: four API calls in
 *  parallel. */
export async function loadSolutions(c: Context<AppEnv>, language: Locale) {
  const { reader, page } = c.var
  const id = c.req.param('id') ?? ''
  const [result, paper, explanations, reports] = await Promise.all([
    attemptResult(reader.api, id, page.locale),
    attemptPaper(reader.api, id),
    attemptExplanations(reader.api, id, language),
    ownReports(reader.api, page.locale),
  ])
  if (!result.ok) return { response: await resultUnavailable(c, id, result.error) }
  if (!paper.ok) return { response: await attemptUnavailable(c, paper.error) }
  if (!explanations.ok) return { response: await attemptUnavailable(c, explanations.error) }
  return {
    result: result.value,
    paper: paper.value,
    solutions: joinSolutions(
      result.value.questions,
      paper.value.questions,
      explanations.value,
      reports.ok ? reports.value : [],
    ),
  }
}

/** A result and its paper, or the response to send instead. Cost: two API calls in parallel. */
export async function loadResult(c: Context<AppEnv>) {
  const { reader, page } = c.var
  const id = c.req.param('id') ?? ''
  const [result, paper] = await Promise.all([
    attemptResult(reader.api, id, page.locale),
    attemptPaper(reader.api, id),
  ])
  if (!result.ok) return { response: await resultUnavailable(c, id, result.error) }
  if (!paper.ok) return { response: await attemptUnavailable(c, paper.error) }
  return { result: result.value, paper: paper.value }
}

/** An attempt that is not submitted yet redirects to the exam hall. */
async function resultUnavailable(c: Context<AppEnv>, id: string, error: ApiError) {
  const { page } = c.var
  return isNotSubmitted(error)
    ? c.redirect(page.origin + localizedPath(hallPath(id), page.locale), 303)
    : attemptUnavailable(c, error)
}
