import { spawn } from 'node:child_process'
import { TaskError } from './task.ts'

/** Runs a program; prints its output only where it fails.
 *  Errors: TaskError where its status is not 0. */
export async function runOrThrow(name: string, args: readonly string[]): Promise<void> {
  const { status, output } = await runProcess(name, args)
  if (status === 0) return
  process.stdout.write(output)
  throw new TaskError(`"${name} ${args.join(' ')}" failed; its output is above.`)
}

type ProcessOptions = {
  show?: boolean
  onLine?: (line: string) => void
  env?: Record<string, string>
}

/** Runs a program to its end. `show` also prints its output while it runs; `onLine` is called with
 *  each whole line of it.
 *  Errors: TaskError where the program cannot be started. */
export function runProcess(
  name: string,
  args: readonly string[],
  { show = false, onLine, env = {} }: ProcessOptions = {},
): Promise<{ status: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    // Ctrl+C in a terminal is sent to the child too. A signal to this process only is not, and the
    // child would continue to run.
    const stopChild = () => {
      child.kill()
      process.exit(143)
    }
    process.once('SIGTERM', stopChild)
    let output = ''
    let begun = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
      if (onLine) {
        const lines = (begun + chunk.toString()).split('\n')
        begun = lines.pop() ?? ''
        for (const line of lines) onLine(line)
      }
      if (show) process.stdout.write(chunk)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', () =>
      reject(new TaskError(`"${name}" could not be started; delete node_modules and try again.`)),
    )
    child.on('exit', (status) => {
      process.off('SIGTERM', stopChild)
      resolve({ status: status ?? 1, output })
    })
  })
}
