import type { ReactNode } from 'react'
import type { Outcome } from '../../domain/attempt/attempt-result.ts'
import type { Messages } from './messages.ts'

/** The outcome of a question as an icon, distinguished by shape first and colour second. Hidden
 *  from screen readers: the text is beside it. Needs the inline style "chart". */
export function OutcomeIcon({ outcome }: { outcome: Outcome }) {
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

/** The outcome of a question, as text. */
export function outcomeText(outcome: Outcome, messages: Messages): string {
  switch (outcome) {
    case 'right':
      return messages.result_right()
    case 'wrong':
      return messages.result_wrong()
    case 'blank':
      return messages.result_blank()
    case 'not-answered':
      return messages.hall_fifth()
    case 'awarded':
      return messages.result_awarded()
    case 'void':
      return messages.result_void()
  }
}
