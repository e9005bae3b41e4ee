import { spawn } from 'node:child_process'

/** A failure that a person can do something about: shown as one sentence, without a stack. */
export class Stop extends Error {}

/** Runs one named part of a task and says how long it took. A failure ends the task with one sentence. */
export async function step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const startedAt = Date.now()
  process.stdout.write(`▸ ${name} …\n`)
  const value = await work()
  const seconds = (Date.now() - startedAt) / 1000
  process.stdout.write(`  done in ${seconds.toFixed(1)} s\n`)
  return value
}

/** Runs a command; its output is shown only if it fails. */
export async function command(name: string, args: readonly string[]): Promise<void> {
  const { status, output } = await run(name, args)
  if (status === 0) return
  process.stdout.write(output)
  throw new Stop(`"${name} ${args.join(' ')}" failed; the reason stands above.`)
}

export function run(
  name: string,
  args: readonly string[],
  { show = false, env = {} }: { show?: boolean; env?: Record<string, string> } = {},
): Promise<{ status: number; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(name, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    // A terminal's Ctrl+C reaches the child too; what is sent to us alone would leave it running.
    const end = () => {
      child.kill()
      process.exit(143)
    }
    process.once('SIGTERM', end)
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
      if (show) process.stdout.write(chunk)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', () =>
      fail(new Stop(`"${name}" could not be started; delete node_modules and try again.`)),
    )
    child.on('exit', (status) => {
      process.off('SIGTERM', end)
      done({ status: status ?? 1, output })
    })
  })
}

/** The frame of every task: a Stop is one sentence, anything else is a fault of ours and shows its stack. */
export async function task(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (error instanceof Stop) console.error(`\n✗ ${error.message}`)
    else console.error(error)
    process.exit(1)
  }
}
