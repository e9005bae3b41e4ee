import { runHistory } from './payments-history.ts'
import { expectConsistent, finishPayments } from './payments-invariants.ts'
import { beginHistory, describeHistory, type Simulation } from './payments-simulation-data.ts'
import type { SeededRandom } from './payments-steps.ts'

/** Runs one random history of payments, and compares it with both providers' books. Returns whether
 *  it had a payment. Errors: throws with the seed, and everything that was done and stored. */
export async function checkHistory(
  simulation: Simulation,
  random: SeededRandom,
  seed: number,
): Promise<boolean> {
  await simulation.startAgain()
  const users = await beginHistory(simulation, 3)
  const log: string[] = []
  try {
    await runHistory(simulation, random, users, log)
    await finishPayments(simulation, random)
    return await expectConsistent(simulation)
  } catch (error) {
    const description = await describeHistory(simulation, log)
    throw new Error(`History ${seed}: ${String(error)}\n${description}`, { cause: error })
  }
}
