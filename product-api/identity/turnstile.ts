import * as v from 'valibot'

/** `verifyUrl`: Cloudflare's, or the emulator's. */
export type TurnstileSettings = { secret: string; verifyUrl: string }

/** What a widget's token must have been made for. `hostname`: null where the site is not known. */
export type ExpectedToken = { action: string; hostname: string | null; address: string }

/** - passed: a person, as far as Turnstile can say.
 *  - refused: no token, a wrong, used or expired one, or one of another site or action.
 *  - unavailable: Turnstile did not answer, or answered that the fault is its own. */
export type TurnstileVerdict = { verdict: 'passed' | 'refused' | 'unavailable'; reason: string }

/** Below the site's own deadline of 6 seconds; people wait for it. */
const deadlineMs = 3000
const maxTokenLength = 2048

const answer = v.object({
  success: v.boolean(),
  'error-codes': v.optional(v.array(v.string()), []),
  hostname: v.optional(v.string(), ''),
  action: v.optional(v.string(), ''),
})

/** Asks siteverify. Cost: one request to Cloudflare; none for an overlong token.
 *  Source: developers.cloudflare.com/turnstile/get-started/server-side-validation. */
export async function verifyTurnstileToken(
  { secret, verifyUrl }: TurnstileSettings,
  token: string,
  expected: ExpectedToken,
): Promise<TurnstileVerdict> {
  if (token.length > maxTokenLength) return { verdict: 'refused', reason: 'too long' }
  const parsed = await askSiteverify(verifyUrl, {
    secret,
    response: token,
    remoteip: expected.address,
  })
  if (!parsed) return { verdict: 'unavailable', reason: 'no answer' }
  const { success, hostname, action, 'error-codes': codes } = parsed
  // Faults of Turnstile, and of our own settings: no reader can do anything about them.
  const isOwnFault = codes.some((code) => /internal-error|input-secret|bad-request/.test(code))
  if (!success) return { verdict: isOwnFault ? 'unavailable' : 'refused', reason: codes.join() }
  if (expected.hostname !== null && hostname !== expected.hostname)
    return { verdict: 'refused', reason: `hostname ${hostname}` }
  if (action !== expected.action) return { verdict: 'refused', reason: `action ${action}` }
  return { verdict: 'passed', reason: '' }
}

async function askSiteverify(url: string, fields: Record<string, string>) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answer), await response.text())
    return parsed.success ? parsed.output : null
  } catch (error) {
    console.error(JSON.stringify({ at: 'turnstile', error: String(error) }))
    return null
  }
}
