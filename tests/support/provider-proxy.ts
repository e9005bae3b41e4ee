import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ProxiedCall = {
  path: string
  headers: Headers
  body: () => Promise<string>
  send: () => Promise<Response>
}

/** A proxy between the product API and an emulator. `handle` decides what happens to a call, and
 *  may kill the product API before or after it. */
export async function startProviderProxy(
  target: string,
  handle: (call: ProxiedCall) => Promise<Response | null>,
) {
  let open = 0
  const server = createServer((incoming, outgoing) => {
    open += 1
    forward(target, incoming, outgoing, handle)
      .catch(() => outgoing.destroy())
      .finally(() => (open -= 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    openCalls: () => open,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (call: ProxiedCall) => Promise<Response | null>,
) {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array)
  const { method = 'GET', url: path = '/' } = incoming
  const headers = new Headers(
    Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
      ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, String(value)]],
    ),
  )
  const body =
    chunks.length > 0 ? await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer() : null
  const answer = await handle({
    ...{ path, headers, body: () => new Blob(body === null ? [] : [body]).text() },
    send: () => fetch(target + path, { method, headers, body, redirect: 'manual' }),
  })
  if (!answer) return outgoing.destroy()
  outgoing.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
  })
  outgoing.end(new Uint8Array(await answer.arrayBuffer()))
}
