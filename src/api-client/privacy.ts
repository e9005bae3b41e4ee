import { privacy, type Privacy } from '../../domain/contracts/privacy.ts'
import type { AgeBand } from '../../domain/privacy.ts'
import type { Result } from '../../domain/result.ts'
import { anyAnswer, type ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { dataOf } from './strapi.ts'

// Age, consent and nominee of the signed-in reader. `api` is always `c.var.reader.api`.

export const ownPrivacy = (api: ApiClient): Promise<Result<Privacy, ApiError>> =>
  api.call('GET', '/api/privacy', dataOf(privacy))

export const updatePrivacy = (
  api: ApiClient,
  change: { ageBand?: AgeBand; reminders?: boolean; nominee?: string },
): Promise<Result<Privacy, ApiError>> =>
  api.call('PUT', '/api/privacy', dataOf(privacy), { body: change })

/** Sends a code to the parent of a reader under 18. */
export const askParent = (api: ApiClient, contact: { email: string } | { phone: string }) =>
  api.call('POST', '/api/privacy/parent', anyAnswer, { body: contact })

/** Records the parent's consent by the code that the parent got. */
export const confirmParent = (api: ApiClient, code: string): Promise<Result<Privacy, ApiError>> =>
  api.call('POST', '/api/privacy/parent/confirm', dataOf(privacy), { body: { code } })
