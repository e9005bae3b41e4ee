import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

/** What the proxy does with a request; `half` breaks the connection in the middle of a response. */
export type Fault = 'none' | 'down' | 'slow' | 'html' | 'half' | '500'

/** A proxy between the site and the product API that injects faults: POST /__fault with the name of
 *  one. */
export function startFaultProxy(
  port: number,
  productApiPort: number,
): Promise<{ stop: () => Promise<void> }> {
  let fault: Fault = 'none'

  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/__fault') {
      let body = ''
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
      incoming.on('end', () => {
        fault = body as Fault
        outgoing.end(fault)
      })
      return
    }
    switch (fault) {
      case 'down':
        incoming.socket.destroy()
        return
      case 'slow':
        setTimeout(() => forward(incoming, outgoing), 30_000)
        return
      case 'html':
        outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to nginx</h1>')
        return
      case '500':
        outgoing.writeHead(500, { 'content-type': 'application/json' })
        outgoing.end('{"data":null,"error":{"status":500,"name":"InternalServerError"}}')
        return
      case 'half':
        outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
        outgoing.write('{"data":[{"id":1,', () => outgoing.destroy())
        return
      case 'none':
        forward(incoming, outgoing)
    }
  })

  function forward(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method, url, headers } = incoming
    const forwarded = request(
      { host: '127.0.0.1', port: productApiPort, method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  }

  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () =>
      resolve({ stop: () => new Promise((resolve) => server.close(() => resolve())) }),
    ),
  )
}
