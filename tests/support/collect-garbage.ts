import * as v from 'valibot'

// A local workerd collects garbage rarely, because nothing presses it: after ten thousand requests
// to a Worker of one line its process has 500 MB more, all of which a collection frees. What a
// Worker really keeps is seen after one.

type Inspector = { collect: () => Promise<void>; close: () => void }

const Targets = v.array(v.object({ id: v.string(), webSocketDebuggerUrl: v.string() }))
const Answer = v.object({ id: v.optional(v.number()), error: v.optional(v.unknown()) })

/** Connects to a Worker and to what gives it its requests, by Miniflare's `inspectorPort`.
 *  `collect`: collects the garbage of both. Errors: throws where one does not answer in ten seconds,
 *  as one that had no request yet. */
export async function inspectWorker(name: string, inspectorPort: number): Promise<Inspector> {
  const response = await fetch(`http://127.0.0.1:${inspectorPort}/json`)
  const targets = v.parse(Targets, await response.json())
  const sockets = await Promise.all(
    targets
      .filter(({ id }) => [`core:user:${name}`, 'core:entry'].includes(id))
      .map(({ webSocketDebuggerUrl }) => open(webSocketDebuggerUrl)),
  )
  return {
    collect: async () => {
      for (const socket of sockets)
        for (const method of ['HeapProfiler.enable', 'HeapProfiler.collectGarbage'])
          await call(socket, method)
    },
    close: () => sockets.forEach((socket) => socket.close()),
  }
}

function open(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url)
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(socket)
    socket.onerror = () => reject(new Error(`${url} does not answer`))
  })
}

let lastId = 0

function call(socket: WebSocket, method: string): Promise<void> {
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${method} takes too long`)), 10_000)
    const receive = ({ data }: MessageEvent) => {
      const answer = v.parse(v.pipe(v.string(), v.parseJson(), Answer), data)
      if (answer.id !== id) return
      socket.removeEventListener('message', receive)
      clearTimeout(timer)
      if (answer.error === undefined) resolve()
      else reject(new Error(`${method}: ${JSON.stringify(answer.error)}`))
    }
    socket.addEventListener('message', receive)
    socket.send(JSON.stringify({ id, method }))
  })
}
