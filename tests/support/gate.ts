import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

/** What the gate makes of an answer of the product API. */
export type Trouble = 'none' | 'down' | 'slow' | 'html' | 'half' | '500'

/** Stands between the site and the product API, and puts it into trouble on command: POST /__trouble with its name. */
export function openGate(
  port: number,
  productApiPort: number,
): Promise<{ stop: () => Promise<void> }> {
  let trouble: Trouble = 'none'

  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/__trouble') {
      let body = ''
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
      incoming.on('end', () => {
        trouble = body as Trouble
        outgoing.end(trouble)
      })
      return
    }
    switch (trouble) {
      case 'down':
        incoming.socket.destroy()
        return
      case 'slow':
        setTimeout(() => pass(incoming, outgoing), 30_000)
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
        pass(incoming, outgoing)
    }
  })

  function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method, url, headers } = incoming
    const onward = request(
      { host: '127.0.0.1', port: productApiPort, method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }

  return new Promise((ready) =>
    server.listen(port, '127.0.0.1', () =>
      ready({ stop: () => new Promise((done) => server.close(() => done())) }),
    ),
  )
}
