/** How many participants have which score: [units, count], the highest score first. Units are
 *  whole parts of a mark, the same for all. */
export type ScoreCounts = readonly (readonly [units: number, count: number])[]

/** A place among `of` participants. `tied`: how many others have the same score. `percentile` has
 *  five decimals. */
export type Rank = { rank: number; tied: number; of: number; percentile: string }

export const participantsIn = (counts: ScoreCounts): number =>
  counts.reduce((sum, [, count]) => sum + count, 0)

/** The rank of a participant who is counted: 1 + those with more marks, so that equal marks have an
 *  equal rank and the next rank is left out. The percentile is that of the Railway Recruitment
 *  Boards: 100 x (participants with at most these marks) / (all participants), to five decimals.
 *  Source: RRB, Normalisation of marks of multi-session papers. null: nobody has this score. */
export function rankIn(counts: ScoreCounts, units: number): Rank | null {
  const same = counts.find(([score]) => score === units)?.[1] ?? 0
  if (same === 0) return null
  const of = participantsIn(counts)
  const above = aboveIn(counts, units)
  return { rank: above + 1, tied: same - 1, of, percentile: percentileText(of - above, of) }
}

/** The rank that somebody whose answers came after the publication would have had: counted as one
 *  participant more. The ranks of the others stay as they are. */
export function lateRankIn(counts: ScoreCounts, units: number): Rank {
  const of = participantsIn(counts) + 1
  const above = aboveIn(counts, units)
  const tied = counts.find(([score]) => score === units)?.[1] ?? 0
  return { rank: above + 1, tied, of, percentile: percentileText(of - above, of) }
}

const aboveIn = (counts: ScoreCounts, units: number) =>
  counts.reduce((sum, [score, count]) => sum + (score > units ? count : 0), 0)

/** 100 x part / whole with five decimals, rounded half up, computed in whole numbers: exact for up
 *  to 900 million participants. '92.61658'. */
export function percentileText(part: number, whole: number): string {
  const scaled = part * 10_000_000
  const quotient = Math.floor(scaled / whole)
  const isRoundedUp = (scaled - quotient * whole) * 2 >= whole
  const digits = String(quotient + (isRoundedUp ? 1 : 0)).padStart(6, '0')
  return `${digits.slice(0, -5)}.${digits.slice(-5)}`
}

/** A column of the distribution: the scores from `from` to below `to`, in marks. */
export type ScoreBand = { from: number; to: number; count: number }

/** The distribution in bands of equal width, from the lowest score to the highest possible one; at
 *  most `maxBands`. Widths are 1, 2, 5, 10, 20 or 50 marks. */
export function scoreBands(
  counts: ScoreCounts,
  denominator: number,
  maximumUnits: number,
  maxBands = 20,
): ScoreBand[] {
  const lowest = Math.min(0, ...counts.map(([units]) => units))
  const width =
    [1, 2, 5, 10, 20, 50].find(
      (marks) => (maximumUnits - lowest) / (marks * denominator) <= maxBands,
    ) ?? 100
  const first = Math.floor(lowest / (width * denominator))
  const last = Math.max(first, Math.floor(maximumUnits / (width * denominator)))
  const bands = Array.from({ length: last - first + 1 }, (_, index) => ({
    from: (first + index) * width,
    to: (first + index + 1) * width,
    count: 0,
  }))
  for (const [units, count] of counts) {
    const band = bands[Math.floor(units / (width * denominator)) - first]
    if (band) band.count += count
  }
  return bands
}
