import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { resolve } from 'node:path'
import { attacks, type AttackResult } from '../bench/flood/attacks.ts'
import { runReaders, type Measured, type ReadersResult } from '../bench/flood/readers.ts'
import { parseArguments } from './arguments.ts'
import { buildIfChanged } from './build-site.ts'
import { prepareDatabase } from './local-content.ts'
import { withLocalDatabase } from './local-database.ts'
import { startWorkers } from './local-workers.ts'
import { runTask, step, TaskError } from './task.ts'

// Measures what ordinary readers notice of a flood: 50 who read and 20 who take an exam, first by
// themselves, then beside the attacks of bench/flood/attacks.ts, which run in another process.

const usage = `npm run bench:flood -- [--seconds 600] [--attack NAME]...

  --seconds   how long the attacks last
  --attack    one attack, or several; without it all at once:
              ${Object.keys(attacks).join(', ')}`

const { values } = parseArguments(usage, {
  options: {
    seconds: { type: 'string', default: '600' },
    attack: { type: 'string', multiple: true },
    help: { type: 'boolean', default: false },
  },
})

const state = '.wrangler/flood-state'
const port = 9170
const gatewayPort = port + 1
const people = { readers: 50, exams: 20 }

await runTask(async () => {
  if (values.help) return console.log(usage)
  const seconds = Number(values.seconds)
  if (!(seconds >= 10)) throw new TaskError(`--seconds is at least 10\n\n${usage}`)
  const chosen: readonly string[] = values.attack ?? []
  const unknown = chosen.find((name) => !(name in attacks))
  if (unknown !== undefined) throw new TaskError(`${unknown} is no attack\n\n${usage}`)
  await buildIfChanged()
  rmSync(state, { recursive: true, force: true })
  await step('Loading the content', () => prepareDatabase(state))
  const gateway = await startGateway()
  // The same readers for long enough to know their usual times.
  const usualSeconds = Math.min(120, Math.max(30, seconds / 4))
  const usual = await step(`Readers alone, ${usualSeconds} s`, () =>
    phase(usualSeconds, gateway.codeOf, () => Promise.resolve([])),
  )
  const attacked = await step(`Readers beside the attacks, ${seconds} s`, () =>
    phase(seconds, gateway.codeOf, () => runAttackers(seconds, chosen)),
  )
  gateway.stop()
  printResults(usual, attacked, seconds / usualSeconds, gateway.counts)
  process.exit(0)
})

type Phase = ReadersResult & { attackers: AttackResult[]; grownBytes: number; maxMemoryMb: number }

async function phase(
  seconds: number,
  smsCodeOf: (phone: string) => string | undefined,
  attack: () => Promise<AttackResult[]>,
): Promise<Phase> {
  const before = await databaseBytes()
  const site = await startWorkers({
    // Miniflare asks for the cron trigger synchronously: while it waits, nobody reads what workerd
    // logs, and a busy workerd would wait for that.
    ...{ port, state, quiet: true, cronSeconds: 0 },
    bindings: {
      SESSION_KEYS: 'the-key-of-the-flood-bench-0123456789',
      SITE_URL: `http://127.0.0.1:${port}`,
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
  return { ...readers, attackers, maxMemoryMb, grownBytes: (await databaseBytes()) - before }
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

function at(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0
}

function printResults(
  usual: Phase,
  attacked: Phase,
  timesLonger: number,
  counts: { sms: number; crashes: number },
) {
  const times = ({ measured }: Phase, kind: Measured['kind']) =>
    measured.filter((one) => one.kind === kind).map(({ ms }) => ms)
  const row = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
  const ms = (time: number) => `${time.toFixed(0)} ms`
  const errors = (phase: Phase) => phase.measured.filter(({ error }) => error !== null)
  const [errorsAlone, errorsBeside] = [errors(usual), errors(attacked)]
  // Times of readers who were not served even alone are the deadline's, and compare with nothing.
  const isValid = errorsAlone.length === 0 && usual.lostAnswers === 0
  const holds = (is: boolean) => (!isValid ? 'not measured' : is ? 'yes' : 'NO')
  if (!isValid)
    console.log('\nNot valid: without any attack, too, readers were not served or lost answers.')
  console.log('')
  row('what', 'alone', 'beside the attacks', 'goal', 'holds')
  console.log('|---|---|---|---|---|')
  for (const kind of ['page', 'answers', 'sign-in'] as const) {
    const [alone, beside] = [times(usual, kind), times(attacked, kind)]
    row(`${kind}: requests`, String(alone.length), String(beside.length), '', '')
    row(`${kind}: p50`, ms(at(alone, 0.5)), ms(at(beside, 0.5)), '', '')
    const [one, other] = [at(alone, 0.95), at(beside, 0.95)]
    row(`${kind}: p95`, ms(one), ms(other), '<= 2 times', holds(other <= 2 * one))
  }
  row(
    ...['errors', String(errorsAlone.length), String(errorsBeside.length), '0'],
    holds(errorsBeside.length === 0),
  )
  row(
    'answers lost',
    `${usual.lostAnswers} of ${usual.answers}`,
    `${attacked.lostAnswers} of ${attacked.answers}`,
    ...['0', holds(attacked.lostAnswers === 0)],
  )
  const mb = (bytes: number) => `${(bytes / 1_048_576).toFixed(2)} MB`
  const beyond = attacked.grownBytes - usual.grownBytes * timesLonger
  row(
    ...['growth of the database', mb(usual.grownBytes), mb(attacked.grownBytes)],
    ...['<= 1 MB beyond the readers’', `${holds(beyond <= 1_048_576)}: ${mb(beyond)}`],
  )
  const memory = (phase: Phase) => `${phase.maxMemoryMb.toFixed(0)} MB`
  row('memory of workerd', memory(usual), memory(attacked), '', '')
  console.log(`\nSMS sent: ${counts.sms}; crash reports passed on: ${counts.crashes}\n`)
  row('attack', 'answers by status', 'not sent: 60 were open')
  console.log('|---|---|---|')
  for (const { name, statuses, skipped } of attacked.attackers)
    row(name, JSON.stringify(statuses).replaceAll('"', ''), String(skipped))
  const grouped = Map.groupBy(errorsBeside, ({ error }) => error ?? '')
  for (const [error, all] of grouped) console.log(`\n${error} (${all.length} times)`)
}
