import { Agent, get } from 'node:http'

/** Sends `count` requests over a few keep-alive connections. Returns the time of each in ms. */
export async function sendRequests(
  port: number,
  path: string,
  count: number,
  headers: Record<string, string> = {},
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let left = count
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        const startedAt = performance.now()
        await sendRequest(agent, port, path, headers)
        times.push(performance.now() - startedAt)
      }
    }),
  )
  agent.destroy()
  return times
}

/** The time from a request to the first byte of its body in ms: the median of `count`. */
export async function medianFirstByteMs(port: number, path: string, count: number) {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  for (let sent = 0; sent < count; sent++)
    times.push(
      await new Promise<number>((done, fail) => {
        const startedAt = performance.now()
        let firstByteMs = 0
        get(
          { agent, host: '127.0.0.1', port, path, headers: { host: 'localhost' } },
          (response) => {
            response.once('data', () => (firstByteMs = performance.now() - startedAt))
            response.on('end', () => done(firstByteMs))
          },
        ).on('error', fail)
      }),
    )
  agent.destroy()
  return median(times)
}

const connections = 4

function sendRequest(
  agent: Agent,
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<void> {
  return new Promise((done, fail) => {
    get(
      { agent, host: '127.0.0.1', port, path, headers: { host: 'localhost', ...headers } },
      (response) => {
        if (response.statusCode !== 200) fail(new Error(`${path} answered ${response.statusCode}`))
        response.resume()
        response.on('end', done)
      },
    ).on('error', fail)
  })
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
