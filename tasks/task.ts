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

/** Runs a task. A TaskError is printed as one sentence, any other error with its stack;
 *  both end the process with status 1. */
export async function runTask(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (error instanceof TaskError) console.error(`\n✗ ${error.message}`)
    else console.error(error)
    process.exit(1)
  }
}
