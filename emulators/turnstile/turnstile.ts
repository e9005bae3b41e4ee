import { Hono } from 'hono'
import * as v from 'valibot'

/** - down: siteverify answers 503. timeout: it does not answer. internal-error: it says that the
 *    fault is its own. garbage: HTML with status 200.
 *  - expired: every token is too old. wrong-hostname, wrong-action: of another site or form. */
export const turnstileFaults = [
  ...(['none', 'down', 'timeout', 'internal-error', 'garbage'] as const),
  ...(['expired', 'wrong-hostname', 'wrong-action'] as const),
] as const
export type TurnstileFault = (typeof turnstileFaults)[number]

export const turnstileKeys = { site: '1x-emulator-site-key', secret: '1x-emulator-secret-key' }

type Token = { hostname: string; action: string; madeAtMs: number; isUsed: boolean }
const tokenLifetimeMs = 300_000
const tokenRequest = v.object({ sitekey: v.string(), action: v.string(), hostname: v.string() })

/** Renders each place into a frame, which leaves its token in a field of the form (implicit
 *  rendering). */
const widgetScript = `(function () {
  var origin = new URL(document.currentScript.src).origin;
  document.querySelectorAll('.cf-turnstile').forEach(function (place) {
    var field = document.createElement('input');
    field.type = 'hidden';
    field.name = 'cf-turnstile-response';
    var frame = document.createElement('iframe');
    frame.title = 'Turnstile';
    frame.src = origin + '/turnstile/v0/frame?' + new URLSearchParams({
      sitekey: place.dataset.sitekey, action: place.dataset.action, hostname: location.hostname });
    addEventListener('message', function (event) {
      if (event.origin === origin) field.value = event.data.turnstile;
    });
    place.append(frame, field);
  });
})()`

/** Stands in for Cloudflare Turnstile: the widget, and siteverify with its error codes; tokens for
 *  one use within five minutes. One instance for each test: `requests` has what siteverify was
 *  asked. Source: developers.cloudflare.com/turnstile/get-started/server-side-validation. */
export function createTurnstile() {
  const tokens = new Map<string, Token>()
  const requests: Record<string, string>[] = []
  let fault: TurnstileFault = 'none'
  const app = new Hono()

  /** What the widget does after its check. */
  function issue(request: v.InferOutput<typeof tokenRequest>): string {
    const { sitekey, action, hostname } = v.parse(tokenRequest, request)
    if (sitekey !== turnstileKeys.site) throw new Error(`unknown site key ${sitekey}`)
    const token = `0.${crypto.randomUUID()}`
    tokens.set(token, {
      hostname: fault === 'wrong-hostname' ? 'evil.example' : hostname,
      action: fault === 'wrong-action' ? 'another-form' : action,
      ...{ madeAtMs: Date.now(), isUsed: false },
    })
    return token
  }

  app.get('/turnstile/v0/api.js', () => {
    const headers = { 'content-type': 'text/javascript; charset=utf-8' }
    return new Response(widgetScript, { headers })
  })
  app.get('/turnstile/v0/frame', (c) => {
    const { sitekey = '', action = '', hostname = '' } = c.req.query()
    const token = JSON.stringify(issue({ sitekey, action, hostname }))
    return c.html(`<!doctype html><title>Turnstile</title><p>Success!</p>
      <script>parent.postMessage({ turnstile: ${token} }, '*')</script>`)
  })
  app.post('/turnstile/v0/siteverify', async (c) => {
    const isJson = c.req.header('content-type')?.includes('json') === true
    const body: unknown = await (isJson ? c.req.json() : c.req.parseBody())
    const fields = v.parse(v.record(v.string(), v.string()), body)
    requests.push(fields)
    if (fault === 'timeout') await new Promise((done) => setTimeout(done, 60_000))
    if (fault === 'down') return c.text('Service Unavailable', 503)
    if (fault === 'garbage') return c.html('<!doctype html><title>error</title>')
    const refuse = (code: string) =>
      c.json({ success: false, 'error-codes': [code], messages: [] }, 200)
    if (fault === 'internal-error') return refuse('internal-error')
    if (!fields.secret) return refuse('missing-input-secret')
    if (fields.secret !== turnstileKeys.secret) return refuse('invalid-input-secret')
    if (!fields.response) return refuse('missing-input-response')
    const token = tokens.get(fields.response)
    if (!token) return refuse('invalid-input-response')
    const isExpired = fault === 'expired' || Date.now() - token.madeAtMs > tokenLifetimeMs
    if (token.isUsed || isExpired) return refuse('timeout-or-duplicate')
    token.isUsed = true
    const { hostname, action, madeAtMs } = token
    return c.json({
      ...{ success: true, 'error-codes': [], hostname, action, cdata: '' },
      challenge_ts: new Date(madeAtMs).toISOString(),
    })
  })

  return {
    requests,
    issue,
    setFault: (next: TurnstileFault) => void (fault = next),
    fetch: (request: Request) => app.fetch(request),
  }
}
