import { rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { checkHistory } from '../support/checked-history.ts'
import { startPaymentProcesses } from '../support/payments-processes.ts'
import { approvalChoice, paymentPages } from '../support/payment-emulators.ts'
import {
  beginHistory,
  postToEmulator,
  simulatedProviders,
  type SimulatedProvider,
} from '../support/payments-simulation-data.ts'
import { transaction } from '../support/payments-steps.ts'
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

/** A payment that was made at its provider; its payer did not return. */
async function payWithoutReturn(user: number, provider: SimulatedProvider) {
  const plan = 'village-administrative-officer-pack'
  const answer = await processes.call('POST', `/${provider}/checkout`, {
    user,
    body: { plan, checkoutKey: crypto.randomUUID(), payerState: '29' },
  })
  const { id, redirectUrl } = answer!.body.data
  await processes.atProvider(provider, paymentPages[provider].path, {
    method: 'POST',
    body: new URLSearchParams({
      token: new URL(redirectUrl!).searchParams.get('token')!,
      choice: approvalChoice(provider),
    }),
  })
  await processes.finishBackgroundWork()
  return id
}

type Webhooks = { webhooks: { event: string; deliveries: { status: number | null }[] }[] }
const webhooksOf = async (provider: SimulatedProvider) =>
  (await (await processes.atProvider(provider, '/webhooks.json')).json<Webhooks>()).webhooks

it.each(simulatedProviders)(
  'webhooks of %s reach the product API before and after it is killed, again if it is down',
  { timeout: 120_000 },
  async (provider) => {
    await processes.startAgain()
    processes.endFaults()
    const [user = 0] = await beginHistory(processes, 1)
    const id = await payWithoutReturn(user, provider)
    const row = () => transaction(processes, id)
    await expect.poll(row, { timeout: 30_000 }).toMatchObject({ state: 'paid' })
    const refund = () =>
      postToEmulator(processes, provider, '/dashboard-refund', { id, amountMinor: 100 })

    await processes.killAll()
    await refund()
    // The emulator sends webhooks after its answer, and the API settles after its own.
    await expect.poll(row, { timeout: 30_000 }).toMatchObject({ refunded_minor: 100 })

    const restarted = processes.killAll()
    await refund()
    await restarted
    await processes.advanceTime(61)
    await processes.finishBackgroundWork()
    await expect.poll(row, { timeout: 30_000 }).toMatchObject({ refunded_minor: 200 })
    for (const { deliveries } of await webhooksOf(provider))
      expect(deliveries.at(-1)).toMatchObject({ status: 200 })
    expect((await webhooksOf(provider)).at(-1)!.deliveries.length).toBeGreaterThan(1)
  },
)

it(
  `payments agree with the providers after ${histories} histories with kills`,
  { timeout: 120_000 + histories * 90_000 },
  async () => {
    let paid = 0
    for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
      random = seededRandom(seed)
      if (await checkHistory(processes, random, seed)) paid += 1
    }
    console.log(`${histories} histories, ${paid} with a payment, ${processes.kills()} kills`)
    expect([paid > 0, processes.kills() > 0]).toEqual([true, true])
  },
)
