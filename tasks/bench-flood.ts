import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { resolve } from 'node:path'
import { attacks, type AttackResult } from '../bench/flood/attacks.ts'
import { runReaders } from '../bench/flood/readers.ts'
import {
  conditions,
  errorList,
  floodTable,
  machineLoad,
  type Comparison,
  type Phase,
} from '../bench/flood/report.ts'
import { parseArguments } from './arguments.ts'
import { buildIfChanged } from './build-site.ts'
import { prepareDatabase } from './local-content.ts'
import { withLocalDatabase } from './local-database.ts'
import { startWorkers } from './local-workers.ts'
import { runTask, step, TaskError } from './task.ts'

// Measures what ordinary readers notice of a flood: 50 who read and 20 who take an exam, beside the
// attacks of bench/flood/attacks.ts, which run in another process. Before and after each attack the
// same readers are measured alone, so that what else the machine does shows in both.

const usage = `npm run bench:flood -- [--seconds 60] [--alone 30] [--attack NAME]... [--together]

  --seconds   how long each attack lasts
  --alone     how long the readers are measured without an attack, before and after each
  --attack    one attack, or several; without it all, one after the other. 'a + b' are at once:
              ${Object.keys(attacks).join(', ')}
  --together  all chosen attacks at once

All attacks one after the other, 60 and 30 s each, take about half an hour.`

const { values } = parseArguments(usage, {
  options: {
    seconds: { type: 'string', default: '60' },
    alone: { type: 'string', default: '30' },
    attack: { type: 'string', multiple: true },
    together: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const state = '.wrangler/flood-state'
const port = 9170
const gatewayPort = port + 1
const people = { readers: 50, exams: 20 }

await runTask(async () => {
  if (values.help) return console.log(usage)
  const [seconds, alone] = [Number(values.seconds), Number(values.alone)]
  if (!(seconds >= 10 && alone >= 10))
    throw new TaskError(`--seconds and --alone are at least 10\n\n${usage}`)
  const chosen: readonly string[] = values.attack ?? Object.keys(attacks)
  const groups = chosen.map((names) => names.split(' + '))
  const unknown = groups.flat().find((name) => !(name in attacks))
  if (unknown !== undefined) throw new TaskError(`${unknown} is no attack\n\n${usage}`)
  await buildIfChanged()
  rmSync(state, { recursive: true, force: true })
  await step('Loading the content', () => prepareDatabase(state))
  const gateway = await startGateway()
  const measureAlone = () =>
    step(`Readers alone, ${alone} s`, () => phase(alone, gateway.codeOf, () => Promise.resolve([])))
  const comparisons: Comparison[] = []
  let before = await measureAlone()
  for (const names of values.together ? [groups.flat()] : groups) {
    const name = names.join(' and ')
    const attacked = await step(`Readers beside ${name}, ${seconds} s`, () =>
      phase(seconds, gateway.codeOf, () => runAttackers(seconds, names)),
    )
    const after = await measureAlone()
    comparisons.push({ name, before, attacked, after })
    before = after
    // Of use also where the run is interrupted.
    console.log(floodTable(comparisons.slice(-1)).split('\n').at(-1))
  }
  gateway.stop()
  const phases = comparisons.flatMap((one) => [one.before, one.attacked, one.after])
  console.log(`\n${conditions(phases)}\n\n${floodTable(comparisons)}\n`)
  for (const line of errorList(comparisons)) console.log(line)
  console.log(`SMS sent: ${gateway.counts.sms}; crash reports: ${gateway.counts.crashes}`)
  process.exit(0)
})

async function phase(
  seconds: number,
  smsCodeOf: (phone: string) => string | undefined,
  attack: () => Promise<AttackResult[]>,
): Promise<Phase> {
  const [before, loadBefore] = [await databaseBytes(), machineLoad()]
  const site = await startWorkers({
    // Miniflare asks for the cron trigger synchronously: while it waits, nobody reads what workerd
    // logs, and a busy workerd would wait for that.
    ...{ port, state, quiet: true, cronSeconds: 0 },
    bindings: {
      SESSION_KEYS: 'the-key-of-the-flood-bench-0123456789',
      // A domain, because passkeys need one.
      SITE_URL: `http://localhost:${port}`,
    },
    productApiBindings: {
      JWT_SECRETS: 'the-secret-of-the-flood-bench-0123456',
      SMS_GATEWAY_URL: `http://127.0.0.1:${gatewayPort}/sms`,
      SMS_GATEWAY_TOKEN: 'flood',
      CRASH_LOG_URL: `http://127.0.0.1:${gatewayPort}/crashes`,
    },
  })
  const memory = watchMemory()
  const [attackers, readers] = await Promise.all([
    attack(),
    runReaders(port, { ...people, seconds }, smsCodeOf),
  ])
  const maxMemoryMb = memory.stop()
  // workerd waits for requests that are still open.
  const killing = setTimeout(() => workerdPids().forEach((pid) => process.kill(pid)), 10_000)
  await site.stop()
  clearTimeout(killing)
  const grownBytes = (await databaseBytes()) - before
  const load = { before: loadBefore, after: machineLoad() }
  return { ...readers, seconds, attackers, maxMemoryMb, grownBytes, load }
}

function databaseBytes(): Promise<number> {
  return withLocalDatabase(state, async (db) => {
    const { meta } = await db.prepare('SELECT 1').run()
    return (meta as unknown as { size_after: number }).size_after
  })
}

/** Receives SMS and crash reports. */
async function startGateway() {
  const codes = new Map<string, string>()
  const counts = { sms: 0, crashes: 0 }
  const server = createServer((request, response) => {
    void json(request)
      .catch(() => null)
      .then((content) => {
        const message = content as { to?: string; text?: string } | null
        if (request.url === '/sms') {
          counts.sms += 1
          codes.set(message?.to ?? '', /\d{6}/.exec(message?.text ?? '')?.[0] ?? '')
        } else counts.crashes += 1
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
  })
  await new Promise<void>((done) => server.listen(gatewayPort, '127.0.0.1', done))
  return { counts, codeOf: (phone: string) => codes.get(phone), stop: () => server.close() }
}

function runAttackers(seconds: number, names: readonly string[]): Promise<AttackResult[]> {
  const script = resolve(import.meta.dirname, '../bench/flood/attacks.ts')
  const child = spawn(process.execPath, [script, String(port), String(seconds), ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) =>
      code === 0
        ? done(JSON.parse(text) as AttackResult[])
        : fail(new Error(`The attackers ended with ${code}`)),
    )
  })
}

/** '' where the process has ended meanwhile. */
function readOfProcess(pid: string | number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The processes of workerd that this process has started. Linux only. */
function workerdPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => {
      if (!/^\d+$/.test(name)) return false
      const [, program = '', parent] = /\((.*)\) \S (\d+)/.exec(readOfProcess(name, 'stat')) ?? []
      return program.startsWith('workerd') && parent === String(process.pid)
    })
    .map(Number)
}

/** The most memory that workerd had in use. */
function watchMemory() {
  let max = 0
  const timer = setInterval(() => {
    for (const pid of workerdPids()) {
      const pages = Number(readOfProcess(pid, 'statm').split(' ')[1] ?? 0)
      max = Math.max(max, (pages * 4096) / 1e6)
    }
  }, 1000)
  return {
    stop: () => {
      clearInterval(timer)
      return max
    },
  }
}
