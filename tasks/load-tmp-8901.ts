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

const g = (await json('GET', '/api/guest/token')).data
const st = (await json('POST', '/api/user-test-progresses', g.jwt, { id: crypto.randomUUID(), test: 'vao-paper-1-full-1', mode: 'exam', locale: 'kn' })).data
const paper = (await json('GET', `/api/user-test-progresses/${st.id}/paper`, g.jwt)).data
import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
const pids = () => execSync(`pgrep -P ${process.pid} -x workerd`).toString().trim().split('\n')
const cpu = () => pids().reduce((sum, pid) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' '); return sum + (Number(f[13]) + Number(f[14])) * 10 }, 0)
const time = async (name: string, n: number, f: (i: number) => Promise<any>) => { const ms: number[] = []; const c0 = cpu(); for (let i = 0; i < n; i++) { const r = await f(i); ms.push(r.ms) } const per = ((cpu() - c0) / n).toFixed(1); show(name.padEnd(26) + ' cpu/req ' + per, ms) }
let tick = 0, after = 0
const P = '/api/user-test-progresses'
for (let round = 0; round < 4; round++) {
await time('health 404', 300, () => json('GET', '/nothing'))
await time('locales (1 read)', 300, () => json('GET', '/api/i18n/locales'))
await time('get attempt', 300, () => json('GET', `${P}/${st.id}`, g.jwt))
await time('get events (none new)', 100, () => json('GET', `${P}/${st.id}/events?after=99999999`, g.jwt))
await time('post 0 events', 300, () => json('POST', `${P}/${st.id}/events`, g.jwt, { events: [], after: 99999999 }))
await time('post 2 events', 300, async () => { const events = [1, 2].map(() => ({ writer: 'device-000', tick: ++tick, at: Date.now(), kind: 'save', question: paper.questions[tick % 100].id, option: tick % 4, locale: 'kn', spentMs: 900 })); const r = await json('POST', `${P}/${st.id}/events`, g.jwt, { events, after }); after = r.data.next; return r })
}
await time('submit', 1, () => json('POST', `${P}/${st.id}/submit`, g.jwt, {}))
await time('result', 20, () => json('GET', `${P}/${st.id}/result?locale=kn`, g.jwt))
await stop()
