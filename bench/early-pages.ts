import { medianFirstByteMs } from './load.ts'
import type { Visit } from './phone.ts'
import { startWorkerd, type Contender } from './workerd.ts'

/** Time to the first byte in ms by contender, one after the other. */
export async function measureFirstBytes(
  contenders: readonly Contender[],
  port: number,
  path: string,
): Promise<number[]> {
  const times: number[] = []
  for (const [index, contender] of contenders.entries()) {
    const worker = await startWorkerd(contender, port + index, path)
    await medianFirstByteMs(worker.port, path, 10)
    times.push(await medianFirstByteMs(worker.port, path, 40))
    worker.stop()
  }
  return times
}

type Row = [what: string, goal: string, measured: string, holds: boolean]

/** The page of a member, and pages made anew while the product API takes `slowApiMs`. */
export function earlyPageRows({
  member: { visitorMs, memberMs },
  firstByte: [constantFirst = NaN, slowFirst = NaN],
  visits: { constant, slow },
  slowApiMs,
}: {
  member: { visitorMs: number; memberMs: number }
  firstByte: readonly number[]
  visits: { constant: Visit; slow: Visit }
  slowApiMs: number
}): Row[] {
  const times = memberMs / visitorMs
  const heading = slow.headingMs / constant.firstPaintMs
  const perRequest = `${memberMs.toFixed(3)} to ${visitorMs.toFixed(3)} ms`
  const painted = `${slow.headingMs.toFixed(0)} to ${constant.firstPaintMs.toFixed(0)} ms`
  return [
    ['CPU, member, to cached', '<= 3', `${times.toFixed(2)} (${perRequest})`, times <= 3],
    [
      `first byte, made anew, product API ${slowApiMs} ms`,
      '<= 10 ms',
      `${slowFirst.toFixed(1)} ms (constant string ${constantFirst.toFixed(1)} ms)`,
      slowFirst <= 10,
    ],
    [
      'its heading to constant string, slow 3G',
      '<= 1.1',
      `${heading.toFixed(2)} (${painted})`,
      heading <= 1.1,
    ],
  ]
}
