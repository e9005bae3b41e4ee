import { randomInt } from 'node:crypto'
import { parseArguments } from './arguments.ts'
import { buildIfChanged } from './build-site.ts'
import { findChromium } from './chromium.ts'
import { runProcess } from './processes.ts'
import { runTask, step, TaskError } from './task.ts'

const usage = `npm run test:fuzz [-- [--histories COUNT] [--kills COUNT]
                           [--payments COUNT] [--payment-kills COUNT] [--soak SECONDS]
                           [--seed SEED]]

  Random histories of attempts on faulty phones and networks, and a Chromium that is killed at
  random moments while a test is taken. Random histories of payments, in memory and over HTTP
  against real processes that are killed. Prints the seed, with which the same run is repeated. A
  failure prints the whole history.

  --histories COUNT            50000 if absent; 0: none
  --kills COUNT                30 if absent; 0: none
  --payments COUNT             histories of payments in memory; none if absent
  --payment-kills COUNT        histories of payments with kills of the product API; none if absent
  --soak SECONDS               pages, 1,400 attempts and payments at once, while the product API is
                               killed every minute; none if absent
  --seed SEED                  the first seed; random if absent`

const { values } = parseArguments(usage, {
  options: {
    histories: { type: 'string', default: '50000' },
    kills: { type: 'string', default: '30' },
    payments: { type: 'string', default: '0' },
    'payment-kills': { type: 'string', default: '0' },
    soak: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 30)) },
    help: { type: 'boolean', default: false },
  },
})

const maxPerProcess = 1000

await runTask(async () => {
  if (values.help) return console.log(usage)
  const { histories, kills, seed, soak } = values
  console.log(`Seed ${seed}`)
  await inParts(Number(histories), 'histories', (count, first) =>
    test('vitest', 'tests/client/journal-fuzz.test.ts', first, { HISTORIES: count, FIRST: first }),
  )
  await inParts(Number(values.payments), 'histories of payments', (count, first) =>
    test('vitest', 'tests/product-api/payments-model.test.ts', first, {
      ...{ PAYMENT_HISTORIES: count, PAYMENT_FIRST: first },
    }),
  )
  if ([kills, values['payment-kills'], soak].every((count) => Number(count) === 0)) return
  await buildIfChanged()
  await inParts(
    Number(values['payment-kills']),
    'histories of payments with kills',
    (count, first) =>
      test('vitest', 'tests/kills/payments.test.ts', first, {
        ...{ PAYMENT_KILLS: count, PAYMENT_FIRST: first },
      }),
  )
  if (Number(soak) > 0)
    await step(`Pages, attempts and payments for ${soak} s, with kills`, () =>
      test('vitest', 'tests/kills/soak.test.ts', seed, {
        ...{ SOAK_SECONDS: soak, SOAK_ATTEMPTS: '1400' },
      }),
    )
  if (Number(kills) === 0) return
  const CHROMIUM_PATH = await findChromium()
  await step(`Killing Chromium ${kills} times`, () =>
    test('playwright', 'tests/browser/hall-kills.spec.ts', seed, {
      ...{ KILLS: kills, SEED: seed, CHROMIUM_PATH },
    }),
  )
})

/** Runs a number of histories in processes of at most a thousand each: one process would not have
 *  the memory for all. */
async function inParts(
  total: number,
  what: string,
  run: (count: string, first: string) => Promise<void>,
) {
  for (let done = 0; done < total; done += maxPerProcess) {
    const count = String(Math.min(maxPerProcess, total - done))
    const first = String(Number(values.seed) + done)
    await step(`Running ${count} ${what} from seed ${first}`, () => run(count, first))
  }
}

async function test(program: string, file: string, seed: string, env: Record<string, string>) {
  const args = [program === 'vitest' ? 'run' : 'test', file]
  const { status } = await runProcess(program, args, { show: true, env })
  if (status !== 0) throw new TaskError(`${file} failed; repeat it with --seed ${seed}`)
}
