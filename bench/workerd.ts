import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { emptyCachePort } from './edge-cache.ts'

const require = createRequire(import.meta.url)
const binary = join(dirname(require.resolve('workerd/package.json')), 'bin/workerd')

export type Contender = { name: string; script: string; bindings?: Record<string, string> }
export type Running = { name: string; port: number; pid: number; stop: () => void }

/** Starts a Worker in workerd without Miniflare: one process, one socket, no proxy.
 *  `firstResponseMs` is the time from the start of the process to the first response. */
export async function startWorkerd(
  { name, script, bindings = {} }: Contender,
  port: number,
  path: string,
  cachePort: number = emptyCachePort,
): Promise<Running & { firstResponseMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  writeFileSync(join(folder, 'worker.js'), script)
  writeFileSync(join(folder, 'config.capnp'), config(port, cachePort, bindings))
  const startedAt = performance.now()
  const child = spawn(binary, ['serve', join(folder, 'config.capnp')], { stdio: 'ignore' })
  children.add(child)
  await waitForResponse(`http://127.0.0.1:${port}${path}`, child)
  return {
    name,
    port,
    pid: child.pid!,
    stop: () => child.kill('SIGKILL'),
    firstResponseMs: performance.now() - startedAt,
  }
}

const children = new Set<ChildProcess>()
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')))

const config = (
  port: number,
  cachePort: number,
  bindings: Record<string, string>,
) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "cache", external = (address = "127.0.0.1:${cachePort}", http = ())),
    (name = "sessions", worker = .sessions),
    (name = "internet", network = (allow = ["public", "private", "local"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-10-01",
  compatibilityFlags = ["enable_request_signal"],
  cacheApiOutbound = "cache",
  bindings = [(name = "SESSIONS", kvNamespace = "sessions")${Object.entries(bindings)
    .map(([name, text]) => `, (name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`)
    .join('')}]
);
const sessions :Workerd.Worker = (
  modules = [(
    name = "worker",
    esModule = "export default { fetch: () => new Response(null, { status: 404 }) }"
  )],
  compatibilityDate = "2026-10-01"
);
`

const isRunning = (child: ChildProcess) => child.exitCode === null

async function waitForResponse(url: string, child: ChildProcess) {
  for (let tries = 0; tries < 2000; tries++) {
    if (!isRunning(child)) throw new Error('workerd ended; is the port free?')
    try {
      const response = await fetch(url)
      await response.arrayBuffer()
      // Another program may have answered on this port after this process ended.
      if (response.status === 200 && isRunning(child)) return
      throw new Error(`${url} answered ${response.status}`)
    } catch (error) {
      if (error instanceof Error && error.message.includes('answered')) throw error
      await new Promise((done) => setTimeout(done, 2))
    }
  }
  throw new Error(`${url} does not respond`)
}

const ticksPerSecond = 100

/** The CPU time that a process has used so far, user and system, in ms. Linux only. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
}
