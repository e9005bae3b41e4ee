import { sealSession } from '../src/session/sealed-cookie.ts'
import { sendRequests, median } from './load.ts'
import { cpuMs, startWorkerd, type Contender } from './workerd.ts'

/** CPU in ms of a page that is stored, for visitors and for a member, whose page is made of its
 *  parts and contains the member's id. */
export async function measureMemberPage(contender: Contender, port: number, pagePath: string) {
  const bindings = { ...contender.bindings, SESSION_KEYS: key }
  const worker = await startWorkerd({ ...contender, bindings }, port, pagePath)
  const member = { cookie: `__Host-session=${await newSession()}` }
  const contenders = { visitor: {}, member }
  const cpu = { visitor: [] as number[], member: [] as number[] }
  for (const headers of Object.values(contenders))
    await sendRequests(port, pagePath, requestsPerRound, headers)
  const html = await (
    await fetch(`http://127.0.0.1:${port}${pagePath}`, { headers: member })
  ).text()
  if (!html.includes('data-session="1"')) throw new Error('The page is not the member’s')
  for (let round = 0; round < rounds; round++)
    for (const [name, headers] of Object.entries(contenders)) {
      const before = cpuMs(worker.pid)
      await sendRequests(port, pagePath, requestsPerRound, headers)
      cpu[name as keyof typeof cpu].push((cpuMs(worker.pid) - before) / requestsPerRound)
    }
  worker.stop()
  return { visitorMs: median(cpu.visitor), memberMs: median(cpu.member) }
}

const key = 'the-key-of-the-bench-0123456789abcdef'
const path = '/api/auth/session'
const [rounds, requestsPerRound] = [7, 2000]

/** CPU in ms of GET /api/auth/session without a session cookie and with one. */
export async function measureSession(site: string, port: number) {
  const bindings = { PRODUCT_API_URL: 'http://127.0.0.1:9', SESSION_KEYS: key }
  const worker = await startWorkerd({ name: 'session', script: site, bindings }, port, path)
  const cookie = `__Host-session=${await newSession()}`
  const contenders = { visitor: {}, signedIn: { cookie } }
  const cpu = { visitor: [] as number[], signedIn: [] as number[] }
  for (const headers of Object.values(contenders))
    await sendRequests(port, path, requestsPerRound, headers)
  for (let round = 0; round < rounds; round++)
    for (const [name, headers] of Object.entries(contenders)) {
      const before = cpuMs(worker.pid)
      await sendRequests(port, path, requestsPerRound, headers)
      cpu[name as keyof typeof cpu].push((cpuMs(worker.pid) - before) / requestsPerRound)
    }
  worker.stop()
  return { visitorMs: median(cpu.visitor), signedInMs: median(cpu.signedIn) }
}

/** A sealed session with tokens so new that nothing is requested from the product API. */
function newSession(): Promise<string> {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600
  const claims = { id: 1, sessionId: 'bench', type: 'access', iat: inAnHour - 3600, exp: inAnHour }
  const base64url = (text: string) => btoa(text).replaceAll('=', '')
  const at = new Date().toISOString()
  return sealSession([key], {
    jwt: `${base64url('{"alg":"HS256"}')}.${base64url(JSON.stringify(claims))}.${'s'.repeat(43)}`,
    refreshToken: 'r'.repeat(43),
    user: {
      ...{ id: 1, isPremium: true, device_id: null, gender: 'others', blocked: false },
      ...{ confirmed: true, createdAt: at, updatedAt: at, username: 'bench', provider: 'local' },
      freeTestTaken: false,
    },
    askedAt: Date.now(),
    error: null,
  })
}
