import type { Award } from '../../domain/attempt/attempt-result.ts'
import type { DeskMessages } from '../messages.ts'

/** What a ruling says, in words: 'right: 1, 3' or that the question is cancelled. */
export function decisionText(
  { accepted, award }: { accepted?: readonly number[] | null; award?: Award | null },
  text: DeskMessages,
): string {
  if (accepted) return text('ruled_right', { options: accepted.map((one) => one + 1).join(', ') })
  return text(`ruled_cancelled_${award ?? 'all'}`)
}
