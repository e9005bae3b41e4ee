import type { DeskMessages } from '../messages.ts'

/** The states of a text, from the first word to the site. */
export const textStates = ['draft', 'review', 'scheduled', 'published'] as const
export type TextState = (typeof textStates)[number]

/** The state of a text as four circles. */
export function StateSteps({ state, text }: { state: TextState; text: DeskMessages }) {
  const current = textStates.indexOf(state)
  return (
    <ol className="state">
      {textStates.map((one, index) => (
        <li
          key={one}
          className={index < current ? 'was' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {text(`state_${one}`)}
        </li>
      ))}
    </ol>
  )
}
