import { Agent, request } from 'node:http'

export type FloodAnswer = {
  /** 0: no answer, because the connection broke or the deadline passed. */
  status: number
  ms: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

type FloodRequest = {
  method?: 'GET' | 'POST'
  path: string
  /** The client's address, as Cloudflare names it in a header. */
  address: string
  headers?: Record<string, string>
  body?: string | AsyncIterable<Uint8Array>
  deadlineMs?: number
}

export type FloodClient = (request: FloodRequest) => Promise<FloodAnswer>

const formType = 'application/x-www-form-urlencoded'
const jsonType = 'application/json'

/** A body with its content type, as forms and scripts send it. */
export const formBody = (fields: Record<string, string>) => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': formType },
})
export const jsonBody = (content: unknown) => ({
  body: JSON.stringify(content),
  headers: { 'content-type': jsonType },
})

/** Sends requests to the site on this machine, at most `maxSockets` at once. Never rejects. Like a
 *  browser, it sends a request again whose kept connection was closed before an answer began. */
export function createFloodClient(port: number, maxSockets: number): FloodClient {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const send: FloodClient = ({
    method = 'GET',
    path,
    address,
    headers = {},
    body,
    deadlineMs = 15_000,
  }) => {
    const startedAt = performance.now()
    return new Promise((resolve) => {
      const finish = (answer: Pick<FloodAnswer, 'status' | 'headers' | 'text'>) => {
        clearTimeout(deadline)
        resolve({ ...answer, ms: performance.now() - startedAt })
      }
      const origin = `http://127.0.0.1:${port}`
      const sending = request(
        {
          ...{ agent, host: '127.0.0.1', port, method, path },
          headers: {
            ...{ 'cf-connecting-ip': address, accept: '*/*' },
            ...(method === 'POST' && { origin }),
            ...(typeof body === 'string' && { 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', () => finish({ status: 0, headers: {}, text: '' }))
          response.on('end', () =>
            finish({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          )
        },
      )
      const deadline = setTimeout(() => sending.destroy(), deadlineMs)
      sending.on('error', (error) => {
        const isClosed =
          sending.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
        if (isClosed && typeof body !== 'object') {
          clearTimeout(deadline)
          resolve(send({ method, path, address, headers, body, deadlineMs }))
        } else finish({ status: 0, headers: {}, text: error.message })
      })
      sending.on('close', () => finish({ status: 0, headers: {}, text: '' }))
      void writeBody(sending, body)
    })
  }
  return send
}

async function writeBody(
  sending: ReturnType<typeof request>,
  body: string | AsyncIterable<Uint8Array> | undefined,
) {
  if (body === undefined || typeof body === 'string') {
    sending.end(body)
    return
  }
  const state = { isAnswered: false }
  sending.once('response', () => (state.isAnswered = true))
  for await (const chunk of body) {
    // The server has refused it: the rest is not sent.
    if (sending.destroyed || state.isAnswered) break
    if (!sending.write(chunk))
      await new Promise((resolve) => {
        sending.once('drain', resolve)
        sending.once('close', resolve)
        sending.once('response', resolve)
      })
  }
  sending.end()
}

/** A browser's cookies: what `client` answers is stored, and sent again. */
export function withCookies(client: FloodClient): FloodClient {
  const jar = new Map<string, string>()
  return async (request) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await client({
      ...request,
      headers: { ...request.headers, ...(cookie !== '' && { cookie }) },
    })
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (line.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
}
