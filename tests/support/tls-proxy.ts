import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The site at `target` (http://localhost:port) behind TLS, as at Cloudflare's edge. In production
 *  the Worker knows the https address; here it has another, so that bodies that name the one are
 *  given the other. `bodiesOf`: what browsers posted to a path, as they sent it. */
export async function startTlsProxy(target: string, tls: { key: Buffer; cert: Buffer }) {
  const posted: { path: string; type: string; body: string }[] = []
  const server = createServer(tls, (incoming, outgoing) => {
    void (async () => {
      const { method = 'GET', url: path = '/', headers } = incoming
      const body = await text(incoming)
      const type = headers['content-type'] ?? ''
      if (method === 'POST') posted.push({ path, type, body })
      const answer = await fetch(target + path, {
        ...{ method, redirect: 'manual' },
        ...(method === 'POST' && {
          body: body.replaceAll(origin, target),
          headers: { 'content-type': type, origin: target },
        }),
      })
      const kept = [...answer.headers].filter(([name]) => !/^(content-encod|transfer)/.test(name))
      outgoing.writeHead(answer.status, Object.fromEntries(kept))
      outgoing.end(new Uint8Array(await answer.arrayBuffer()))
    })().catch(() => outgoing.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    bodiesOf: (path: string) => posted.filter((one) => one.path === path),
    stop: () => void server.close(),
  }
}
