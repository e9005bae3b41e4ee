import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The port of an edge cache that stores nothing, as in a data centre without any cached page. */
export const emptyCachePort = 8899
/** The port of an edge cache that stores pages, as in a data centre where only the Worker is
 *  new. */
export const warmCachePort = 8898

/** A cache in the protocol of workerd's cache API: PUT has a complete HTTP response as its body,
 *  GET returns it. It runs outside the measured process, as on the platform. */
export function startEdgeCache(port: number): Promise<{ stop: () => void }> {
  const stored = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const key = `${request.headers.host ?? ''}${request.url ?? ''}`
    if (request.method === 'PUT') {
      void buffer(request).then((storedResponse) => {
        if (port === warmCachePort) stored.set(key, storedResponse)
        response.writeHead(204).end()
      })
      return
    }
    const storedResponse = stored.get(key)
    if (!storedResponse) {
      response.writeHead(504, { 'cf-cache-status': 'MISS' }).end()
      return
    }
    const end = storedResponse.indexOf('\r\n\r\n')
    const lines = storedResponse.subarray(0, end).toString().split('\r\n').slice(1)
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
    const responseHeaders = headers.filter(
      ([name]) => !/^(transfer-encoding|content-length)$/i.test(name),
    )
    response.writeHead(200, { ...Object.fromEntries(responseHeaders), 'cf-cache-status': 'HIT' })
    response.end(storedResponse.subarray(end + 4))
  })
  return new Promise((ready) =>
    server.listen(port, '127.0.0.1', () => ready({ stop: () => server.close() })),
  )
}
