import type { PaletteState } from '../../../domain/attempt/palette.ts'
import { Dialog } from './dialog.tsx'
import { Counts, paletteStates } from './palette.tsx'
import { indexesOf, type HallSection } from './sections.ts'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

/** The last look before submitting: how many questions of each section are in which state, and what would be lost. */
export function Summary({
  states,
  sectionOf,
  sections,
  isRailway,
  unsaved,
  blankMarks,
  submit,
  onClose,
  words,
}: {
  states: readonly PaletteState[]
  /** The section of each question. */
  sectionOf: readonly (string | null)[]
  sections: readonly HallSection[]
  isRailway: boolean
  /** Numbers of questions whose choice was not saved. */
  unsaved: readonly number[]
  /** What a question without any circle costs; null where it costs nothing. */
  blankMarks: string | null
  submit: () => void
  onClose: () => void
  words: HallMessages
}) {
  const shown = paletteStates.slice(0, isRailway ? 4 : 5)
  const count = (state: PaletteState, indexes: readonly number[]) =>
    indexes.filter((index) => states[index] === state).length
  const all = states.map((_, index) => index)
  const rows = [
    ...(sections.length > 1
      ? sections.map(({ slug, name, lang }) => ({
          ...{ key: slug, name, lang },
          indexes: indexesOf(sectionOf, slug),
        }))
      : []),
    { key: '', name: words.total, lang: undefined, indexes: all },
  ]
  const blank = states.filter((state) => !state.startsWith('answered')).length
  return (
    <Dialog title={words.summary} onClose={onClose}>
      {(close) => (
        <>
          <Counts states={states} isRailway={isRailway} words={words} />
          <div className="table" role="region" aria-label={words.summary} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.section}</th>
                  {shown.map((state) => (
                    <th key={state} scope="col">
                      <span className={`cell ${state}`} aria-hidden="true" />
                      <span className="unseen">{words[state]}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ key, name, lang, indexes }) => (
                  <tr key={key}>
                    <th scope="row" lang={lang}>
                      {name}
                    </th>
                    {shown.map((state) => (
                      <td key={state}>{count(state, indexes)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {unsaved.length > 0 && (
            <p className="care">{fillMessage(words.unsaved, { numbers: unsaved.join(', ') })}</p>
          )}
          {blankMarks !== null && blank > 0 && (
            <p className="care">{fillMessage(words.blank, { count: blank, marks: blankMarks })}</p>
          )}
          <div className="choices">
            <button type="button" className="btn" onClick={submit}>
              {words.submitNow}
            </button>
            <button type="button" className="btn quiet" onClick={close}>
              {words.back}
            </button>
          </div>
        </>
      )}
    </Dialog>
  )
}
