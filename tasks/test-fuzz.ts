import { randomInt } from 'node:crypto'
import { parseArguments } from './arguments.ts'
import { buildIfChanged } from './build-site.ts'
import { findChromium } from './chromium.ts'
import { runProcess } from './processes.ts'
import { runTask, step, TaskError } from './task.ts'

const usage = `npm run test:fuzz [-- [--histories COUNT] [--kills COUNT]
                           [--payments COUNT] [--payment-kills COUNT] [--seed SEED]]

  Random histories of attempts on faulty phones and networks, and a Chromium that is killed at
  random moments while a test is taken. Random histories of payments, in memory and over HTTP
  against real processes that are killed. Prints the seed, with which the same run is repeated. A
  failure prints the whole history.

  --histories COUNT            50000 if absent; 0: none
  --kills COUNT                30 if absent; 0: none
  --payments COUNT             histories of payments in memory; none if absent
  --payment-kills COUNT        histories of payments with kills of the product API; none if absent
  --seed SEED                  the first seed; random if absent`

const { values } = parseArguments(usage, {
  options: {
    histories: { type: 'string', default: '50000' },
    kills: { type: 'string', default: '30' },
    payments: { type: 'string', default: '0' },
    'payment-kills': { type: 'string', default: '0' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 30)) },
    help: { type: 'boolean', default: false },
  },
})

const maxPerProcess = 1000

await runTask(async () => {
  if (values.help) return console.log(usage)
  const { histories, kills, seed } = values
  console.log(`Seed ${seed}`)
  // A process of its own for each part: one would not have the memory for all.
  for (let done = 0; done < Number(histories); done += maxPerProcess) {
    const count = Math.min(maxPerProcess, Number(histories) - done)
    const first = String(Number(seed) + done)
    const name = `Running ${count} histories from seed ${first}`
    await test(name, 'vitest', 'tests/client/journal-fuzz.test.ts', {
      ...{ HISTORIES: String(count), FIRST: first },
    })
  }
  if (Number(values.payments) > 0)
    await test(
      `Running ${values.payments} histories of payments`,
      ...(['vitest', 'tests/product-api/payments-model.test.ts'] as const),
      { PAYMENT_HISTORIES: values.payments, PAYMENT_FIRST: seed },
    )
  if (Number(kills) === 0 && Number(values['payment-kills']) === 0) return
  await buildIfChanged()
  if (Number(values['payment-kills']) > 0)
    await test(
      `Running ${values['payment-kills']} histories of payments with kills`,
      ...(['vitest', 'tests/kills/payments.test.ts'] as const),
      { PAYMENT_KILLS: values['payment-kills'], PAYMENT_FIRST: seed },
    )
  if (Number(kills) === 0) return
  const CHROMIUM_PATH = await findChromium()
  await test(`Killing Chromium ${kills} times`, 'playwright', 'tests/browser/hall-kills.spec.ts', {
    ...{ KILLS: kills, SEED: seed, CHROMIUM_PATH },
  })
})

async function test(name: string, program: string, file: string, env: Record<string, string>) {
  await step(name, async () => {
    const args = [program === 'vitest' ? 'run' : 'test', file]
    const { status } = await runProcess(program, args, { show: true, env })
    const again = env.FIRST ?? values.seed
    if (status !== 0) throw new TaskError(`${file} failed; repeat it with --seed ${again}`)
  })
}
