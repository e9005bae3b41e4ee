import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import { localizedPath } from '../../addresses/address.ts'
import { hallPath } from '../../../domain/attempt/attempt.ts'
import type { Locale } from '../../../domain/locale.ts'
import { solutionsOf } from '../../../domain/attempt/solutions.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { ownReports } from '../../api-client/question-reports.ts'
import {
  explanationsOf,
  frozenPaperOf,
  isNotSubmitted,
  resultOf,
} from '../../api-client/results.ts'
import { strange } from './strange.tsx'

/** Everything that is told of a submitted attempt, explanations in the language of the questions; or the answer that stands in its
 *  place. Reports are not worth a page: without them it is shown all the same. Cost: four calls side by side. */
export async function solved(c: Context<AppEnv>, language: Locale) {
  const { reader, page: place } = c.var
  const id = c.req.param('id') ?? ''
  const [result, paper, explanations, reports] = await Promise.all([
    resultOf(reader.call, id, place.locale),
    frozenPaperOf(reader.call, id),
    explanationsOf(reader.call, id, language),
    ownReports(reader.call, place.locale),
  ])
  if (!result.ok) return { response: await withoutResult(c, id, result.error) }
  if (!paper.ok) return { response: await strange(c, paper.error) }
  if (!explanations.ok) return { response: await strange(c, explanations.error) }
  return {
    result: result.value,
    paper: paper.value,
    solutions: solutionsOf(
      result.value.questions,
      paper.value.questions,
      explanations.value,
      reports.ok ? reports.value : [],
    ),
  }
}

/** A result and the paper that it is of; or the answer that stands in their place. Cost: two calls side by side. */
export async function marked(c: Context<AppEnv>) {
  const { reader, page: place } = c.var
  const id = c.req.param('id') ?? ''
  const [result, paper] = await Promise.all([
    resultOf(reader.call, id, place.locale),
    frozenPaperOf(reader.call, id),
  ])
  if (!result.ok) return { response: await withoutResult(c, id, result.error) }
  if (!paper.ok) return { response: await strange(c, paper.error) }
  return { result: result.value, paper: paper.value }
}

/** An attempt that still runs is gone on with. */
async function withoutResult(c: Context<AppEnv>, id: string, error: ApiError) {
  const { page: place } = c.var
  return isNotSubmitted(error)
    ? c.redirect(place.origin + localizedPath(hallPath(id), place.locale), 303)
    : strange(c, error)
}
