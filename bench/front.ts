import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { extname } from 'node:path'
import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib'

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.css': 'text/css',
}
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** What stands before every contender, the same for all: HTTP/2, TLS, brotli 5 flushed with every chunk, and static
 *  files straight from disk. */
export function openFront(
  port: number,
  target: number,
  tls: { key: Buffer; cert: Buffer },
): Promise<{ stop: () => void }> {
  const server = createSecureServer({ ...tls, allowHTTP1: false })
  server.on('request', (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
    const path = incoming.url
    if (path.startsWith('/assets/') || path === '/icon.svg' || path === '/hall-worker.js') {
      const file = readFileSync(`dist/client${path}`)
      outgoing.writeHead(200, {
        'content-type': types[extname(path)],
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      outgoing.end(brotliCompressSync(file, quality))
      return
    }
    const headers = { host: 'localhost', ...passedOn(incoming) }
    const { method } = incoming
    const asked = request({ host: '127.0.0.1', port: target, method, path, headers }, (answer) => {
      const passed = Object.fromEntries(
        Object.entries(answer.headers).filter(
          ([name]) =>
            !/^(transfer-encoding|content-length|connection|keep-alive|content-security-policy)$/.test(
              name,
            ),
        ),
      )
      outgoing.writeHead(answer.statusCode ?? 502, { ...passed, 'content-encoding': 'br' })
      const brotli = createBrotliCompress({ ...quality, flush: constants.BROTLI_OPERATION_FLUSH })
      answer.pipe(brotli).pipe(outgoing)
    })
    incoming.pipe(asked)
  })
  return new Promise((ready) =>
    server.listen(port, '127.0.0.1', () => ready({ stop: () => server.close() })),
  )
}

/** What the site has to know of a request; what is not there is not sent. */
const passedOn = ({ headers }: Http2ServerRequest) =>
  Object.fromEntries(
    ['user-agent', 'cookie', 'origin', 'content-type', 'content-length'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    ),
  )
