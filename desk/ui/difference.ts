// What differs between two texts, word by word.

export type DifferencePart = { kind: 'same' | 'removed' | 'added'; text: string }

/** Above this many comparisons, what differs in the middle is shown as a whole. */
const maxCells = 1_000_000

/** The parts of two texts in order: the same, only in the first, only in the second. Words keep
 *  together with their spaces. Cost: up to a million comparisons. */
export function differenceOf(before: string, after: string): DifferencePart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++
  return joined([
    part('same', old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    part('same', end === 0 ? [] : old.slice(-end)),
  ])
}

const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? []

const part = (kind: DifferencePart['kind'], words: readonly string[]): DifferencePart => ({
  kind,
  text: words.join(''),
})

/** By the longest common subsequence. */
function middle(old: readonly string[], now: readonly string[]): DifferencePart[] {
  if (old.length * now.length > maxCells || old.length === 0 || now.length === 0)
    return [part('removed', old), part('added', now)]
  const width = now.length + 1
  const common = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === now[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const parts: DifferencePart[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < now.length)
    if (old[i] === now[j]) {
      parts.push(part('same', [old[i++]!]))
      j++
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
      parts.push(part('removed', [old[i++]!]))
    else parts.push(part('added', [now[j++]!]))
  return [...parts, part('removed', old.slice(i)), part('added', now.slice(j))]
}

/** Neighbours of one kind as one part; what was removed before what was added. */
function joined(parts: readonly DifferencePart[]): DifferencePart[] {
  const result: DifferencePart[] = []
  for (const { kind, text } of parts) {
    if (text === '') continue
    const last = result.at(-1)
    if (last?.kind === kind) last.text += text
    else result.push({ kind, text })
  }
  return result
}
