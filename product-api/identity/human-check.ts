import type { Context } from 'hono'
import { clientInfo } from '../client-info.ts'
import type { ApiEnv } from '../env.ts'
import { Refusal } from '../strapi/errors.ts'
import { isUnderAttack, type CheckedAction } from './attack-meter.ts'
import { identitySettings } from './settings.ts'
import { verifyTurnstileToken, type TurnstileSettings } from './turnstile.ts'

const tokenHeader = 'x-turnstile-token'

// Where Turnstile is out of order, browsers cannot get a token either. Whoever has none is let
// through for a minute after a failure; to notice one, siteverify is asked now and then without.
const downMs = 60_000
const probeMs = 30_000
let downUntilMs = 0
let askedAtMs = 0

/** As if Turnstile had never been asked. */
export function forgetHumanChecks() {
  ;[downUntilMs, askedAtMs] = [0, 0]
}

/** Asks for a token of Cloudflare Turnstile where TURNSTILE_SECRET_KEY is set, and either
 *  TURNSTILE_WHEN is 'always' or the action is under attack. A layer above the limits, which hold
 *  without it: while Turnstile does not answer, everybody passes. Errors: Refusal 403
 *  HumanCheckRequired. */
export async function requireHuman(c: Context<ApiEnv>, action: CheckedAction) {
  const { turnstile } = identitySettings(c.env)
  if (!turnstile || !(turnstile.isAlways || isUnderAttack(action, Date.now()))) return
  const token = c.req.header(tokenHeader) ?? ''
  const nowMs = Date.now()
  if (token === '' && nowMs < downUntilMs) return
  const isAsked = token !== '' || nowMs - askedAtMs > probeMs
  const { verdict, reason } = isAsked ? await askTurnstile(c, turnstile, action, token) : noToken
  if (verdict !== 'passed')
    console.warn(JSON.stringify({ at: 'turnstile', action, verdict, reason: reason.slice(0, 100) }))
  if (verdict === 'refused')
    throw new Refusal(403, 'HumanCheckRequired', 'Human check required', { action })
}

const noToken = { verdict: 'refused', reason: 'no token' } as const

async function askTurnstile(
  c: Context<ApiEnv>,
  settings: TurnstileSettings,
  action: CheckedAction,
  token: string,
) {
  const { siteHost, address } = clientInfo(c)
  const hostname = siteHost?.replace(/:\d+$/, '') ?? null
  askedAtMs = Date.now()
  const answer = await verifyTurnstileToken(settings, token || 'none', {
    ...{ action, hostname, address },
  })
  downUntilMs = answer.verdict === 'unavailable' ? Date.now() + downMs : 0
  return answer
}
