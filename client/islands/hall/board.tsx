import { Counts, Palette } from './palette.tsx'
import type { HallSection } from './sections.ts'
import type { Sitting } from './sitting.ts'
import { fillMessage } from './messages.ts'

/** The palette of a section with its legend: beside the question where there is room, else in its place. */
export function Board({
  indexes,
  section,
  sitting: { view, states, isRailway, words },
  go,
  submit,
}: {
  indexes: readonly number[]
  section: HallSection | undefined
  sitting: Sitting
  go: (index: number) => void
  submit: () => void
}) {
  return (
    <div id="board">
      <h2>{words.board}</h2>
      {section && <p lang={section.lang}>{section.name}</p>}
      <Palette indexes={indexes} states={states} at={view.at} go={go} words={words} />
      <Counts
        states={indexes.map((index) => states[index] ?? 'not-visited')}
        isRailway={isRailway}
        words={words}
      />
      <p className="instead">
        <button type="button" className="btn" onClick={() => go(view.at)}>
          {fillMessage(words.backTo, { number: view.at + 1 })}
        </button>
        <button type="button" className="btn quiet" onClick={submit}>
          {words.submit}
        </button>
      </p>
    </div>
  )
}
