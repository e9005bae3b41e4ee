import * as v from 'valibot'
import { solvedQuestion, type SolvedQuestion } from '../../domain/contracts/solved-sample.ts'
import type { Locale } from '../../domain/locale.ts'
import type { ApiClient } from './client.ts'
import { dataOf, strapiQuery } from './strapi.ts'

const sample = dataOf(v.array(solvedQuestion))

/** Two solved questions of a premium paper, from the last good copy if there is one. None where
 *  they cannot be loaded: a product API may have no such call. */
export async function solvedSampleOf(
  api: ApiClient,
  test: string,
  locale: Locale,
): Promise<readonly SolvedQuestion[]> {
  const path = `/api/solved-samples${strapiQuery({ test, locale })}`
  const found = await api.read(path, sample, { isOptional: true })
  return found.ok ? found.value : []
}
