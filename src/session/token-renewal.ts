import type { Result } from '../../domain/result.ts'
import { claimsOf, type Tokens } from '../../domain/session-user.ts'
import type { ApiError } from '../api-client/errors.ts'

const renewBeforeExpiryMs = 5000

/** Whether the access token has expired, or will within five seconds. */
export const needsRenewal = ({ jwt }: Tokens) =>
  (claimsOf(jwt)?.endsAtMs ?? Infinity) < Date.now() + renewBeforeExpiryMs

type Renewal = Promise<Result<Tokens, ApiError>>

/** The renewals of this isolate by their refresh token. The product API accepts a refresh token
 *  once, so concurrent requests have to share a renewal. */
const renewals = new Map<string, { renewal: Renewal; startedAt: number }>()
const sharedForMs = 60_000

/** Renews tokens, or returns the renewal of the same refresh token that began in the last 60 s and
 *  did not fail. `afterRenewal` runs once for a new renewal, in `waitUntil`. */
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
