import { memo } from 'react'
import type { PaletteState } from '../../../domain/attempt/palette.ts'
import type { HallMessages } from './message-keys.ts'

/** The states in the order of the legend. A railway hall knows four: marked is marked, with an answer or without. */
export const paletteStates = [
  'not-visited',
  'not-answered',
  'answered',
  'marked',
  'answered-and-marked',
] as const

/** The numbers of a section's questions, each in the shape and colour of its state. */
export function Palette({
  indexes,
  states,
  at,
  go,
  words,
}: {
  indexes: readonly number[]
  states: readonly PaletteState[]
  at: number
  go: (index: number) => void
  words: HallMessages
}) {
  return (
    <ol className="cells">
      {indexes.map((index) => (
        <Cell
          key={index}
          index={index}
          state={states[index] ?? 'not-visited'}
          isHere={index === at}
          go={go}
          words={words}
        />
      ))}
    </ol>
  )
}

const Cell = memo(function Cell({
  index,
  state,
  isHere,
  go,
  words,
}: {
  index: number
  state: PaletteState
  isHere: boolean
  go: (index: number) => void
  words: HallMessages
}) {
  return (
    <li>
      <button
        type="button"
        className={`cell ${state}`}
        aria-current={isHere || undefined}
        aria-label={`${index + 1}, ${words[state]}`}
        onClick={() => go(index)}
      >
        {index + 1}
      </button>
    </li>
  )
})

/** How many questions are in each state, in the shapes of the palette: its legend. */
export function Counts({
  states,
  isRailway,
  words,
}: {
  states: readonly PaletteState[]
  isRailway: boolean
  words: HallMessages
}) {
  return (
    <ul className="counts" aria-label={words.board}>
      {paletteStates.slice(0, isRailway ? 4 : 5).map((state) => (
        <li key={state}>
          <span className={`cell ${state}`}>{states.filter((one) => one === state).length}</span>{' '}
          {words[state]}
        </li>
      ))}
    </ul>
  )
}
