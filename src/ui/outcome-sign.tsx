import type { ReactNode } from 'react'
import type { Outcome } from '../../domain/attempt/attempt-result.ts'
import type { Words } from './words.ts'

/** The bubble of the answer sheet as a sign of what became of a question: in shape first, then in colour.
 *  It says nothing to a screen reader: the word stands beside it. Its page carries the sheet 'chart'. */
export function OutcomeSign({ outcome }: { outcome: Outcome }) {
  return (
    <svg className={`sign ${outcome}`} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.75" />
      {shapes[outcome]}
    </svg>
  )
}

const shapes: Record<Outcome, ReactNode> = {
  right: <path d="M4.8 8.3l2.2 2.2 4.2-4.6" />,
  wrong: <path d="M5.5 5.5l5 5m0-5l-5 5" />,
  blank: null,
  'not-answered': (
    <text x="8" y="11.4" textAnchor="middle">
      5
    </text>
  ),
  awarded: <path d="M8 4.8v6.4M4.8 8h6.4" />,
  void: <path d="M3.5 12.5l9-9" />,
}

/** What became of a question, in a word. */
export function outcomeText(outcome: Outcome, words: Words): string {
  switch (outcome) {
    case 'right':
      return words.result_right()
    case 'wrong':
      return words.result_wrong()
    case 'blank':
      return words.result_blank()
    case 'not-answered':
      return words.hall_fifth()
    case 'awarded':
      return words.result_awarded()
    case 'void':
      return words.result_void()
  }
}
