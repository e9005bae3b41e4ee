import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Where an edge cache listens that holds nothing, as in a data centre that sees every page for the first time. */
export const emptyCachePort = 8899
/** And one that keeps what it is given, as in a data centre where only the Worker is new. */
export const warmCachePort = 8898

/** The edge's cache as workerd speaks to it: PUT brings a whole response as its body (with its
 *  length, as our pages have it), GET asks for it again.
 *  It stands outside of the process that is measured, as it does on the platform. */
export function openEdgeCache(port: number): Promise<{ stop: () => void }> {
  const kept = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const key = `${request.headers.host ?? ''}${request.url ?? ''}`
    if (request.method === 'PUT') {
      void buffer(request).then((whole) => {
        if (port === warmCachePort) kept.set(key, whole)
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
    response.end(whole.subarray(end + 4))
  })
  return new Promise((ready) =>
    server.listen(port, '127.0.0.1', () => ready({ stop: () => server.close() })),
  )
}
