import { rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { runHistory } from '../support/payments-history.ts'
import { expectConsistent, finishPayments } from '../support/payments-invariants.ts'
import { startPaymentProcesses } from '../support/payments-processes.ts'
import { beginHistory, describeHistory } from '../support/payments-simulation-data.ts'
import { seededRandom } from '../support/seeded-random.ts'

// The random histories of tests/product-api/payments-model.test.ts over HTTP against processes: the
// built product API in workerd with D1 on disk, and both emulators. Its process is killed with
// SIGKILL at random calls of providers (before the provider has the call, or after it and before
// the answer is written) and between, and started again. `npm run test:fuzz` runs more of them.

const histories = Number(process.env.PAYMENT_KILLS ?? '6')
const firstSeed = Number(process.env.PAYMENT_FIRST || '1')
const state = `.wrangler/kills-${process.pid}`

let random = seededRandom(firstSeed)
const processes = await startPaymentProcesses(state, () => random.next())
afterAll(async () => {
  await processes.stop()
  rmSync(state, { recursive: true, force: true })
})

it(
  `payments agree with the providers after ${histories} histories with kills`,
  { timeout: 120_000 + histories * 90_000 },
  async () => {
    let paid = 0
    for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
      random = seededRandom(seed)
      await processes.startAgain()
      const users = await beginHistory(processes, 3)
      const log: string[] = []
      try {
        await runHistory(processes, random, users, log)
        await finishPayments(processes, random)
        if (await expectConsistent(processes)) paid += 1
      } catch (error) {
        const description = await describeHistory(processes, log)
        throw new Error(`History ${seed}: ${String(error)}\n${description}`, { cause: error })
      }
    }
    console.log(`${histories} histories, ${paid} with a payment, ${processes.kills()} kills`)
    expect([paid > 0, processes.kills() > 0]).toEqual([true, true])
  },
)
