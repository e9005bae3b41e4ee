import { cpus, loadavg } from 'node:os'
import type { AttackResult } from './attacks.ts'
import type { Measured, ReadersResult } from './readers.ts'

/** What was seen in one stretch of time. `load`: of the machine, at the beginning and the end. */
export type Phase = ReadersResult & {
  seconds: number
  attackers: AttackResult[]
  grownBytes: number
  maxMemoryMb: number
  load: { before: number; after: number }
}

/** An attack between two stretches without one, at the same load of the machine. */
export type Comparison = { name: string; before: Phase; attacked: Phase; after: Phase }

const kinds = ['page', 'answers', 'sign-in'] as const

const timesOf = ({ measured }: Phase, kind: Measured['kind']) =>
  measured.filter((one) => one.kind === kind).map(({ ms }) => ms)

/** The time below which `share` of them are; 0 for none. */
export function quantile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0
}

const errorsOf = ({ measured }: Phase) =>
  measured.flatMap(({ error }) => (error === null ? [] : [error]))

const mean = (one: number, other: number) => (one + other) / 2

/** p95 beside the attack, p95 alone (the mean of before and after), and their ratio. */
export function compareTimes({ before, attacked, after }: Comparison, kind: Measured['kind']) {
  const p95 = (phase: Phase) => quantile(timesOf(phase, kind), 0.95)
  const alone = mean(p95(before), p95(after))
  const beside = p95(attacked)
  return { alone, beside, ratio: alone === 0 ? 0 : beside / alone }
}

/** Bytes by which the database grew beyond what the readers alone add in the same time. */
export function growthBeyondReaders({ before, attacked, after }: Comparison): number {
  const perSecond = (phase: Phase) => phase.grownBytes / phase.seconds
  return attacked.grownBytes - mean(perSecond(before), perSecond(after)) * attacked.seconds
}

const maxRatio = 2
const maxGrowthBytes = 1_048_576

/** Which goals an attack does not hold; [] for all held. */
export function missedGoals(comparison: Comparison): string[] {
  const { attacked } = comparison
  return [
    ...(errorsOf(attacked).length > 0 ? ['errors'] : []),
    ...(attacked.lostAnswers > 0 ? ['lost answers'] : []),
    ...kinds.filter((kind) => compareTimes(comparison, kind).ratio > maxRatio),
    ...(growthBeyondReaders(comparison) > maxGrowthBytes ? ['growth'] : []),
  ]
}

/** Why a comparison says nothing: readers were not served even without an attack. */
const isValid = ({ before, after }: Comparison) =>
  [before, after].every((phase) => errorsOf(phase).length === 0 && phase.lostAnswers === 0)

const cells = (...texts: readonly string[]) => `| ${texts.join(' | ')} |`
const mb = (bytes: number) => `${(bytes / 1_048_576).toFixed(2)} MB`

/** The table of docs/flood.md, in Markdown: a row for each attack, with ratios to the time without
 *  it. */
export function floodTable(comparisons: readonly Comparison[]): string {
  return [
    cells(
      ...['attack', 'answers by status', 'page', 'answers', 'sign-in'],
      ...['errors', 'lost', 'growth beyond', 'memory', 'holds'],
    ),
    '|---|---|---|---|---|---|---|---|---|---|',
    ...comparisons.map(rowOf),
  ].join('\n')
}

function rowOf(comparison: Comparison): string {
  const { name, attacked } = comparison
  const times = kinds.map((kind) => {
    const { alone, beside, ratio } = compareTimes(comparison, kind)
    return `${ratio.toFixed(2)} (${alone.toFixed(0)} to ${beside.toFixed(0)} ms)`
  })
  const missed = missedGoals(comparison)
  return cells(
    ...[name, attacked.attackers.map(answersOf).join('; '), ...times],
    `${errorsOf(attacked).length} of ${attacked.measured.length}`,
    `${attacked.lostAnswers} of ${attacked.answers}`,
    ...[mb(growthBeyondReaders(comparison)), `${attacked.maxMemoryMb.toFixed(0)} MB`],
    !isValid(comparison) ? 'not measured' : missed.length === 0 ? 'yes' : `NO: ${missed.join()}`,
  )
}

function answersOf({ statuses, skipped }: AttackResult): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  return [...counts, ...(skipped > 0 ? [`not sent: ${skipped}`] : [])].join(', ')
}

/** Under what the figures were measured. */
export function conditions(phases: readonly Phase[]): string {
  const loads = phases.flatMap(({ load }) => [load.before, load.after])
  const [cpu] = cpus()
  return [
    `${new Date().toISOString()}, ${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'})`,
    `load of the machine ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`,
    'p95; in brackets alone to beside the attack; alone: the mean of before and after',
  ].join('; ')
}

/** What readers were answered instead of their page, and how often. */
export function errorList(comparisons: readonly Comparison[]): string[] {
  return comparisons.flatMap(({ name, before, attacked, after }) =>
    Object.entries({ before, attacked, after }).flatMap(([when, phase]) =>
      [...Map.groupBy(errorsOf(phase), (error) => error)].map(
        ([error, all]) => `${name}, ${when}: ${error} (${all.length} times)`,
      ),
    ),
  )
}

export const machineLoad = () => loadavg()[0] ?? 0
