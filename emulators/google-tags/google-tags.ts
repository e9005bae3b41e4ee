import { Hono } from 'hono'
import { adsScript } from './adsbygoogle.ts'
import { gtagScript } from './gtag.ts'
import { tagManagerScript } from './tag-manager.ts'

export type TagRequest = { path: string; parameters: Record<string, string> }

/** Stands in for gtag.js, Google Tag Manager and adsbygoogle.js, and for what they send to. One
 *  instance for each test: `requests` has everything that browsers asked it for. */
export function createGoogleTags() {
  const requests: TagRequest[] = []
  const app = new Hono()
  app.use(async (c, next) => {
    requests.push({ path: c.req.path, parameters: c.req.query() })
    await next()
    c.header('access-control-allow-origin', '*')
  })
  const script = (text: string) =>
    new Response(text, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
  app.get('/gtag/js', (c) => script(gtagScript(c.req.query('id') ?? '')))
  app.get('/gtm.js', (c) => script(tagManagerScript(c.req.query('id') ?? '')))
  app.get('/pagead/js/adsbygoogle.js', () => script(adsScript))
  app.get('/pagead/ads', (c) => c.html('<!doctype html><title>Ad</title><p>Advertisement</p>'))
  app.all('/g/collect', (c) => c.body(null, 204))
  app.get('/a', (c) => c.body(null, 204))
  return { requests, fetch: (request: Request) => app.fetch(request) }
}
