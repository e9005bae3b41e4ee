import { DatabaseFailure, type FailedOutcome } from '../product-api/database.ts'

/** A failure that the user can correct: shown as one sentence, without a stack trace. */
export class TaskError extends Error {}

/** Runs one named part of a task and prints how long it took. */
export async function step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const startedAt = Date.now()
  process.stdout.write(`▸ ${name} …\n`)
  const value = await work()
  const seconds = (Date.now() - startedAt) / 1000
  process.stdout.write(`  done in ${seconds.toFixed(1)} s\n`)
  return value
}

/** Runs a task. A TaskError or a DatabaseFailure is printed as one sentence, any other error with
 *  its stack. They end the process with status 1, or 2 where the outcome is unknown. */
export async function runTask(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (error instanceof TaskError) console.error(`\n✗ ${error.message}`)
    else if (error instanceof DatabaseFailure)
      console.error(`\n✗ ${failureText[error.outcome]}: ${error.message}.`)
    else console.error(error)
    process.exit(error instanceof DatabaseFailure && error.outcome === 'unknown' ? 2 : 1)
  }
}

const failureText: Record<FailedOutcome, string> = {
  refused: 'The database refused, and nothing of it was stored',
  'not-run': 'The database could not be reached, and nothing was stored',
  unknown: 'Whether the last step was stored is unknown; run the command again to find out',
}
