import { Buffer } from 'node:buffer'
import { createServer } from 'node:http'

/** Where an edge cache listens that holds nothing, as in a data centre that sees every page for the first time. */
export const emptyCachePort = 8899
/** And one that keeps what it is given, as in a data centre where only the Worker is new. */
export const warmCachePort = 8898

/** The edge's cache as workerd speaks to it: PUT brings a whole response as its body, GET asks for it again.
 *  It stands outside of the process that is measured, as it does on the platform. */
export function openEdgeCache(port: number): Promise<{ stop: () => void }> {
  const kept = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const key = `${request.headers.host ?? ''}${request.url ?? ''}`
    if (request.method === 'PUT') {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        if (port === warmCachePort) kept.set(key, Buffer.concat(parts))
        response.writeHead(204).end()
      })
      return
    }
    const whole = kept.get(key)
    if (!whole) {
      response.writeHead(504, { 'cf-cache-status': 'MISS' }).end()
      return
    }
    const end = whole.indexOf('\r\n\r\n')
    const lines = whole.subarray(0, end).toString().split('\r\n').slice(1)
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
    const shown = headers.filter(([name]) => !/^(transfer-encoding|content-length)$/i.test(name))
    response.writeHead(200, { ...Object.fromEntries(shown), 'cf-cache-status': 'HIT' })
    response.end(bodyOf(whole.subarray(end + 4), headers))
  })
  return new Promise((ready) =>
    server.listen(port, '127.0.0.1', () => ready({ stop: () => server.close() })),
  )
}

/** A body may have come in chunks. */
function bodyOf(raw: Buffer, headers: readonly [string, string][]): Buffer {
  if (!headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && value === 'chunked'))
    return raw
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const lineEnd = raw.indexOf('\r\n', at)
    const size = parseInt(raw.subarray(at, lineEnd).toString(), 16)
    if (!size) return Buffer.concat(parts)
    parts.push(raw.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
