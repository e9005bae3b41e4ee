import type { PaletteState } from '../../../rules/palette.ts'
import { Counts, Palette } from './palette.tsx'
import type { HallSection } from './sections.ts'
import { fill, type HallWords } from './words.ts'

/** The palette of a section with its legend: beside the question where there is room, else in its place. */
export function Board({
  indexes,
  states,
  at,
  section,
  isRailway,
  go,
  back,
  submit,
  words,
}: {
  indexes: readonly number[]
  states: readonly PaletteState[]
  at: number
  section: HallSection | undefined
  isRailway: boolean
  go: (index: number) => void
  back: () => void
  submit: () => void
  words: HallWords
}) {
  return (
    <div id="board">
      <h2>{words.board}</h2>
      {section && <p lang={section.lang}>{section.name}</p>}
      <Palette indexes={indexes} states={states} at={at} go={go} words={words} />
      <Counts
        states={indexes.map((index) => states[index] ?? 'not-visited')}
        isRailway={isRailway}
        words={words}
      />
      <p className="instead">
        <button type="button" className="btn" onClick={back}>
          {fill(words.backTo, { number: at + 1 })}
        </button>
        <button type="button" className="btn quiet" onClick={submit}>
          {words.submit}
        </button>
      </p>
    </div>
  )
}
