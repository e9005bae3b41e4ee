import { memo } from 'react'
import type { PaletteState } from '../../../domain/attempt/palette.ts'
import type { HallContext } from './hall-context.ts'
import type { HallSection } from './hall-view.ts'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

const paletteStates = [
  'not-visited',
  'not-answered',
  'answered',
  'marked',
  'answered-and-marked',
] as const

/** The states in the order of the legend. A railway hall has four: a marked question is 'marked'
 *  with or without an answer. */
export const statesInLegend = (isRailway: boolean): readonly PaletteState[] =>
  paletteStates.slice(0, isRailway ? 4 : 5)

/** The palette of a section with its legend: beside the question on a wide screen, else in its
 *  place. */
export function PaletteBoard({
  indexes,
  section,
  context: { view, states, isRailway, messages },
  goTo,
  submit,
}: {
  indexes: readonly number[]
  section: HallSection | undefined
  context: HallContext
  goTo: (index: number) => void
  submit: () => void
}) {
  return (
    <div id="board">
      <h2>{messages.board}</h2>
      {section && <p lang={section.lang}>{section.name}</p>}
      <ol className="cells">
        {indexes.map((index) => (
          <Cell
            key={index}
            index={index}
            state={states[index] ?? 'not-visited'}
            isOpen={index === view.at}
            goTo={goTo}
            messages={messages}
          />
        ))}
      </ol>
      <PaletteCounts
        states={indexes.map((index) => states[index] ?? 'not-visited')}
        isRailway={isRailway}
        messages={messages}
      />
      <p className="instead">
        <button type="button" className="btn" onClick={() => goTo(view.at)}>
          {fillMessage(messages.backTo, { number: view.at + 1 })}
        </button>
        <button type="button" className="btn quiet" onClick={submit}>
          {messages.submit}
        </button>
      </p>
    </div>
  )
}

/** A question's number in the shape and colour of its state. */
const Cell = memo(function Cell({
  index,
  state,
  isOpen,
  goTo,
  messages,
}: {
  index: number
  state: PaletteState
  isOpen: boolean
  goTo: (index: number) => void
  messages: HallMessages
}) {
  return (
    <li>
      <button
        type="button"
        className={`cell ${state}`}
        aria-current={isOpen || undefined}
        aria-label={`${index + 1}, ${messages[state]}`}
        onClick={() => goTo(index)}
      >
        {index + 1}
      </button>
    </li>
  )
})

/** The palette's legend, with the number of questions in each state. */
export function PaletteCounts({
  states,
  isRailway,
  messages,
}: {
  states: readonly PaletteState[]
  isRailway: boolean
  messages: HallMessages
}) {
  const countOf = (state: PaletteState) => states.filter((own) => own === state).length
  return (
    <ul className="counts" aria-label={messages.board}>
      {statesInLegend(isRailway).map((state) => (
        <li key={state}>
          <span className={`cell ${state}`}>{countOf(state)}</span> {messages[state]}
        </li>
      ))}
    </ul>
  )
}
