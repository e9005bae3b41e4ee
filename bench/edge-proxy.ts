import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { extname } from 'node:path'
import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib'

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.css': 'text/css',
}
/** The proxy sets its own transfer headers; with the policy, the bench could not run its
 *  scripts. */
const removedHeaders = new Set([
  ...['transfer-encoding', 'content-length', 'connection', 'keep-alive'],
  'content-security-policy',
])
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A proxy like Cloudflare's edge, the same in front of every contender: HTTP/2, TLS, brotli 5
 *  flushed with every chunk, and static files from disk. */
export function startEdgeProxy(
  port: number,
  target: number,
  tls: { key: Buffer; cert: Buffer },
): Promise<{ stop: () => void }> {
  const server = createSecureServer({ ...tls, allowHTTP1: false })
  server.on('request', (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
    const path = incoming.url
    if (isStaticFile(path)) {
      const file = readFileSync(`dist/client${path}`)
      outgoing.writeHead(200, {
        'content-type': types[extname(path)],
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      outgoing.end(brotliCompressSync(file, quality))
      return
    }
    const headers = {
      host: 'localhost',
      ...forwardedHeaders(incoming),
      ...(path.startsWith('/assets/') && { 'accept-encoding': 'br' }),
    }
    const { method } = incoming
    const proxied = request(
      { host: '127.0.0.1', port: target, method, path, headers },
      (response) => {
        const responseHeaders = Object.fromEntries(
          Object.entries(response.headers).filter(([name]) => !removedHeaders.has(name)),
        )
        outgoing.writeHead(response.statusCode ?? 502, {
          ...responseHeaders,
          'content-encoding': 'br',
        })
        if (response.headers['content-encoding'] === 'br') {
          response.pipe(outgoing)
          return
        }
        const brotli = createBrotliCompress({ ...quality, flush: constants.BROTLI_OPERATION_FLUSH })
        response.pipe(brotli).pipe(outgoing)
      },
    )
    incoming.pipe(proxied)
  })
  return new Promise((ready) =>
    server.listen(port, '127.0.0.1', () => ready({ stop: () => server.close() })),
  )
}

/** Whether the edge answers by itself. Files that the build compressed come from the Worker. */
const isStaticFile = (path: string) =>
  (path.startsWith('/assets/') && !existsSync(`dist/client${path}.br`)) ||
  path === '/icon.svg' ||
  path === '/service-worker.js'

/** The request headers that the site reads, where they are present. */
const forwardedHeaders = ({ headers }: Http2ServerRequest) =>
  Object.fromEntries(
    ['user-agent', 'cookie', 'origin', 'content-type', 'content-length'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    ),
  )
