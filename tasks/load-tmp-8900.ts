import { startWorkers } from './local-workers.ts'
import { createHmac } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
const secret = 'x'.repeat(40)
const { url, stop } = await startWorkers({ port: 8900, only: 'product-api', state: '/tmp/state-8900', productApiBindings: { JWT_SECRETS: secret }, clockSeconds: 0 })
const json = async (...a: [string, string, string?, unknown?]): Promise<any> => { for (let n = 0; ; n++) try { return await once(...a) } catch (e) { resets++; if (n > 8) throw e; await new Promise((r) => setTimeout(r, 20)) } }
let resets = 0
const once = async (method: string, path: string, jwt?: string, body?: unknown) => {
  const t = performance.now()
  const r = await fetch(url + path, { method, headers: { 'x-client-address': '10.0.0.' + Math.floor(Math.random()*250), ...(jwt ? { authorization: `Bearer ${jwt}` } : {}) }, ...(body ? { body: JSON.stringify(body) } : {}) })
  const data = await r.json() as any
  return { ms: performance.now() - t, status: r.status, data: data.data ?? data }
}
const N = Number(process.argv[2] ?? 500), SECONDS = Number(process.argv[3] ?? 20)
const show = (name: string, ms: number[]) => { const s = [...ms].sort((a, b) => a - b); console.log(name, s.length, 'p50', s[s.length >> 1]?.toFixed(0), 'p99', s[Math.floor(s.length * 0.99)]?.toFixed(0), 'max', s.at(-1)?.toFixed(0)) }
let t = performance.now()
const guests: any[] = []
for (let i = 0; i < N; i += 25) guests.push(...(await Promise.all(Array.from({ length: 25 }, () => json('GET', '/api/guest/token')))).map((r) => r.data))
console.log('guests', (performance.now() - t).toFixed(0))
t = performance.now()
const starts = await Promise.all(guests.map((g) => json('POST', '/api/user-test-progresses', g.jwt, { id: crypto.randomUUID(), test: 'vao-paper-1-full-1', mode: 'exam', locale: 'kn' })))
console.log('starts', (performance.now() - t).toFixed(0), 'statuses', [...new Set(starts.map((s) => s.status))], [...new Set(starts.map((s) => s.data.version))])
show('start', starts.map((s) => s.ms))
const paper = (await json('GET', `/api/user-test-progresses/${starts[0]!.data.id}/paper`, guests[0].jwt)).data
const lat: number[] = []
let sent = 0, bad = 0
const end = performance.now() + SECONDS * 1000
await Promise.all(starts.map(async (s, i) => {
  let tick = 0, after = 0
  await new Promise((r) => setTimeout(r, Math.random() * 5000))
  while (performance.now() < end) {
    const events = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => ({ writer: 'device-' + String(i).padStart(4, '0'), tick: ++tick, at: Date.now(), kind: 'save', question: paper.questions[tick % 100].id, option: tick % 4, locale: 'kn', spentMs: 900 }))
    const r = await json('POST', `/api/user-test-progresses/${s.data.id}/events`, guests[i].jwt, { events, after })
    if (r.status !== 200 || r.data.acknowledged.length !== events.length) bad++
    after = r.data.next; sent += events.length; lat.push(r.ms)
    await new Promise((r) => setTimeout(r, 4000 + Math.random() * 2000))
  }
}))
show('events', lat)
console.log({ sent, bad, resets, rps: (lat.length / SECONDS).toFixed(0) })
t = performance.now()
const subs = await Promise.all(starts.map((s, i) => json('POST', `/api/user-test-progresses/${s.data.id}/submit`, guests[i].jwt, { by: 'reader' })))
console.log('submits', (performance.now() - t).toFixed(0), [...new Set(subs.map((s) => s.status))]); show('submit', subs.map((s) => s.ms))
await stop()
