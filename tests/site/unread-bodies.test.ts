import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { knownAddresses } from '../../src/addresses/site-map.ts'
import site from '../../src/worker.tsx'
import { captureLog, origin, productApiAnswers } from '../support/site.ts'

beforeEach(captureLog)
afterEach(() => vi.restoreAllMocks())

/** Left unread, a body breaks the next request of the same connection. */
it('no answer to a POST leaves the body unread, whatever its status', async () => {
  productApiAnswers({})
  const paths = [
    ...knownAddresses().map(({ path }) => path),
    ...['/no-such-page', '/kn//evil', '/api/nothing', '/api/auth/nothing', '/api/auth/csrf'],
    ...['/account/sign-out', '/api/token/refresh', '/paypal/webhook', '/image', '/sitemap.xml'],
  ]
  const unread: string[] = []
  for (const path of paths)
    for (const from of [origin(), 'https://evil.example']) {
      const request = new Request(origin() + path, {
        method: 'POST',
        body: 'x'.repeat(9000),
        headers: { origin: from, 'content-type': 'text/plain' },
      })
      const context = createExecutionContext()
      const response = await site.fetch(request, { ...env, SITE_URL: origin() }, context)
      await response.arrayBuffer()
      await waitOnExecutionContext(context)
      if (!request.bodyUsed) unread.push(`${from} ${path}: ${response.status}`)
    }
  expect(unread).toEqual([])
})
