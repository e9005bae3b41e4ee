import { createServer } from 'node:net'
import { TaskError } from './task.ts'

/** Errors: TaskError where another program listens on the port. */
export async function checkPortIsFree(port: number): Promise<void> {
  if (await isFree(port)) return
  throw new TaskError(
    `Port ${port} is in use; stop the program there, or choose another: PORT=8790 npm start`,
  )
}

export async function firstFreePort(from: number): Promise<number> {
  for (let port = from; port < from + 100; port++) if (await isFree(port)) return port
  throw new TaskError(`No port from ${from} to ${from + 99} is free.`)
}

/** The first of `count` consecutive free ports. Starts at a random port, so that two programs that
 *  search at the same time find different ones. */
export async function firstOfFreePorts(count: number): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 900) * 10
    const ports = Array.from({ length: count }, (_, index) => first + index)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
  throw new TaskError(`No ${count} consecutive ports are free.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
