import type { Result } from '../../domain/result.ts'
import type { Tokens } from '../../domain/session-user.ts'
import type { ApiError } from '../api-client/errors.ts'

type Renewal = Promise<Result<Tokens, ApiError>>

/** Renewals of this isolate, by the refresh token that they replace: concurrent requests share
 *  one. */
const renewals = new Map<string, { renewal: Renewal; startedAt: number }>()
const sharedForMs = 60_000

/** The renewal of a refresh token: one that began in the last 60 s and did not fail, or a new one.
 *  `afterRenewal` runs once for a new one, kept alive by `waitUntil` beyond the request that began
 *  it. */
export function sharedRenewal(
  refreshToken: string,
  renew: () => Renewal,
  afterRenewal: (tokens: Tokens) => Promise<void>,
  waitUntil: (work: Promise<unknown>) => void,
): Renewal {
  forgetOldRenewals()
  const shared = renewals.get(refreshToken)
  if (shared) return shared.renewal
  const renewal = renew()
  renewals.set(refreshToken, { renewal, startedAt: Date.now() })
  waitUntil(
    renewal.then(async (renewed) => {
      if (renewed.ok) await afterRenewal(renewed.value)
      else renewals.delete(refreshToken)
    }),
  )
  return renewal
}

function forgetOldRenewals() {
  for (const [refreshToken, { startedAt }] of renewals)
    if (Date.now() - startedAt > sharedForMs) renewals.delete(refreshToken)
}
