import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseFailure } from '../../product-api/database.ts'

/** Waits some milliseconds; tests replace it. */
export type Wait = (ms: number) => Promise<unknown>

const maxTries = 5
const firstWaitMs = 500

/** Runs a batch. Where its outcome is unknown, `isDone` reads whether it has been run; if it has
 *  not, it is run again after a wait that doubles. `run` must change nothing when it is run twice:
 *  the first batch may still be on its way.
 *  Errors: DatabaseFailure, `unknown` if `isDone` cannot be read or the last try is undecided. */
export async function runVerified(
  run: () => Promise<unknown>,
  isDone: () => Promise<boolean>,
  wait: Wait = sleep,
): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await run()
      return
    } catch (error) {
      if (!(error instanceof DatabaseFailure) || error.outcome !== 'unknown') throw error
      if (await isDoneAfter(error, isDone)) return
      if (tries === maxTries) throw error
      await wait(firstWaitMs * 2 ** (tries - 1))
    }
}

/** Errors: the failure of the batch itself, with the outcome `unknown`, if reading fails. */
async function isDoneAfter(failure: DatabaseFailure, isDone: () => Promise<boolean>) {
  try {
    return await isDone()
  } catch (error) {
    if (error instanceof DatabaseFailure) throw failure
    throw error
  }
}
