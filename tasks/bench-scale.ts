import { readFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { loadAttempts, loadedTest } from '../bench/attempts.ts'
import { examDaysTable } from '../bench/exam-days-table.ts'
import { paymentsDaysTable } from '../bench/payments-days-table.ts'
import { importQuestions, p99, searchQueries, timeSearches, waitForIndex } from '../bench/search.ts'
import { measureSharedCosts } from '../bench/shared-costs.ts'
import { cpuMs } from '../bench/workerd.ts'
import { parseArguments } from './arguments.ts'
import { buildIfChanged } from './build-site.ts'
import { prepareDatabase } from './local-content.ts'
import { withLocalDatabase } from './local-database.ts'
import { startWorkers } from './local-workers.ts'
import { runTask, step } from './task.ts'

const usage = `npm run bench:scale [-- [--attempts COUNTS] [--seconds SECONDS] [--port PORT]
                           [--questions COUNT] [--simulate] [--payments]]

  Answers papers of 100 questions on the built product API with its local database, more and more
  at once. Each phone delivers an answer about every 24 seconds, as in a test of 95 minutes with 240
  deliveries, and a fifth of them twice. Afterwards what is stored is compared with what was sent.
  docs/scale.md says what this costs on Cloudflare. With --questions, searches are timed instead,
  among so many questions, first alone and then beside the attempts.

  --attempts COUNTS    simultaneous attempts, one step each; 500,1000,2000 if absent
  --seconds SECONDS    of each step; 60 if absent
  --port PORT          8970 if absent
  --questions COUNT    100000 is what docs/scale.md names
  --simulate           afterwards measures what attempts cost the product database's one writer, and
                       simulates exam days with it, of up to a million participants
  --payments           only simulates days of 100,000 orders: how punctual the clocks of payments
                       are; needs no build`

const { values } = parseArguments(usage, {
  options: {
    attempts: { type: 'string', default: '500,1000,2000' },
    seconds: { type: 'string', default: '60' },
    port: { type: 'string', default: '8970' },
    questions: { type: 'string' },
    simulate: { type: 'boolean', default: false },
    payments: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const state = '.wrangler/bench-scale-state'
const pauseSeconds = 24
/** At most, so that searches are a part of the load and not all of it. */
const searchesPerSecond = 20

await runTask(async () => {
  if (values.help) return console.log(usage)
  if (values.payments) return console.log(paymentsDaysTable())
  await buildIfChanged()
  if (values.questions !== undefined) await benchSearch(Number(values.questions))
  else await benchAttempts()
  process.exit(0)
})

async function benchAttempts() {
  const [port, seconds] = [Number(values.port), Number(values.seconds)]
  const rows: string[] = []
  for (const attempts of values.attempts.split(',').map(Number)) {
    rmSync(state, { recursive: true, force: true })
    await step('Loading the content', () => prepareDatabase(state))
    const api = await startProductApi()
    const before = childrenCpuMs()
    const load = await step(`${attempts} attempts for ${seconds} s`, () =>
      loadAttempts(port, { attempts, seconds, pauseSeconds }),
    )
    const cpu = (childrenCpuMs() - before) / load.requests
    await api.stop()
    rows.push(
      `| ${attempts} | ${load.deliveriesPerSecond.toFixed(0)} | ${ms(load.p50Ms)} | ` +
        `${ms(load.p95Ms)} | ${ms(load.p99Ms)} | ${cpu.toFixed(1)} ms | ` +
        `${load.lost} of ${load.events} | ${load.wrongStates} | ${load.refused} |`,
    )
  }
  console.log(`\n${cpus().length} cores, shared by the load, the Worker and its database\n`)
  console.log(
    '| attempts at once | deliveries/s | p50 | p95 | p99 | CPU per request | events lost | ' +
      'wrong states | refused |',
  )
  console.log(`|${'---|'.repeat(9)}`)
  console.log(rows.join('\n'))
  if (values.simulate) await simulate()
}

async function simulate() {
  const costs = await step('Measuring the product database', () =>
    withLocalDatabase(state, (database) => measureSharedCosts(database, loadedTest)),
  )
  console.log(`\n${examDaysTable(costs)}`)
}

function startProductApi() {
  return startWorkers({
    ...{ port: Number(values.port), only: 'product-api', state, quiet: true },
    productApiBindings: { JWT_SECRETS: 'the-secret-of-the-scale-bench-0123456' },
  })
}

async function benchSearch(questions: number) {
  const seconds = Number(values.seconds)
  const attempts = Number(values.attempts.split(',')[0])
  rmSync(state, { recursive: true, force: true })
  await step('Loading the content', () => prepareDatabase(state))
  await step(`Importing ${questions} questions`, () =>
    withLocalDatabase(state, (database) => importQuestions(database, questions)),
  )
  const api = await startProductApi()
  await step('Making the index', () => waitForIndex(api.url))
  const alone = await step('Searching alone', () => timeSearches(api.url, { rounds: 10 }))
  const rounds = Math.ceil((seconds * searchesPerSecond) / searchQueries.length)
  const [beside, load] = await step(`Searching beside ${attempts} attempts`, () =>
    Promise.all([
      timeSearches(api.url, { rounds, perSecond: searchesPerSecond }),
      loadAttempts(Number(values.port), { attempts, seconds, pauseSeconds }),
    ]),
  )
  await api.stop()
  console.log(`\n${cpus().length} cores, shared by the load, the Worker and its database`)
  console.log(`${load.deliveriesPerSecond.toFixed(0)} deliveries/s beside the searches\n`)
  console.log('| searches | number | p50 | p99 | slowest |')
  console.log(`|${'---|'.repeat(5)}`)
  for (const [name, times] of [
    ['alone', alone],
    ['beside attempts', beside],
  ] as const) {
    const sorted = times.toSorted((one, other) => one.ms - other.ms)
    const [middle, slowest] = [sorted[sorted.length >> 1]!, sorted.at(-1)!]
    const all = ms(p99(times.map((time) => time.ms)))
    console.log(
      `| ${name} | ${times.length} | ${ms(middle.ms)} | ${all} | ` +
        `${ms(slowest.ms)} (${slowest.query}) |`,
    )
  }
}

function ms(time: number) {
  return `${time.toFixed(0)} ms`
}

/** The CPU time of workerd, the database included. Linux only. */
function childrenCpuMs(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return children
    .split(' ')
    .filter((pid) => pid.trim() !== '')
    .reduce((sum, pid) => sum + cpuMs(Number(pid)), 0)
}
