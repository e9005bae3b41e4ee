import * as v from 'valibot'

// A local workerd collects garbage rarely, because nothing presses it: after ten thousand requests
// to a Worker of one line its process has 500 MB more, all of which a collection frees. What a
// Worker really keeps is seen after one, of it and of what Miniflare puts before and behind it.

type Inspector = { collect: () => Promise<number>; close: () => void }

const Targets = v.array(v.object({ webSocketDebuggerUrl: v.string() }))
const Answer = v.object({ id: v.optional(v.number()), error: v.optional(v.unknown()) })

/** Connects to all isolates of a workerd, by Miniflare's `inspectorPort`. `collect`: collects their
 *  garbage, and returns how many of them did: those that had no request yet do not answer. */
export async function inspectWorkers(inspectorPort: number): Promise<Inspector> {
  const response = await fetch(`http://127.0.0.1:${inspectorPort}/json`)
  const targets = v.parse(Targets, await response.json())
  const sockets = await Promise.all(
    targets.map(({ webSocketDebuggerUrl }) => open(webSocketDebuggerUrl.replace('#', '%23'))),
  )
  return {
    collect: async () => {
      const collected = await Promise.all(
        sockets.map(
          async (socket) =>
            (await call(socket, 'HeapProfiler.enable')) &&
            (await call(socket, 'HeapProfiler.collectGarbage')),
        ),
      )
      return collected.filter(Boolean).length
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

const maxWaitMs = 3000
let lastId = 0

/** Returns whether it was done in time. */
function call(socket: WebSocket, method: string): Promise<boolean> {
  lastId += 1
  const id = lastId
  return new Promise((resolve) => {
    const finish = (isDone: boolean) => {
      socket.removeEventListener('message', receive)
      clearTimeout(timer)
      resolve(isDone)
    }
    const receive = ({ data }: MessageEvent) => {
      const answer = v.parse(v.pipe(v.string(), v.parseJson(), Answer), data)
      if (answer.id === id) finish(answer.error === undefined)
    }
    const timer = setTimeout(() => finish(false), maxWaitMs)
    socket.addEventListener('message', receive)
    socket.send(JSON.stringify({ id, method }))
  })
}
