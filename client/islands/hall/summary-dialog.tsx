import type { PaletteState } from '../../../domain/attempt/palette.ts'
import { Dialog } from './dialog.tsx'
import type { HallContext } from './hall-context.ts'
import { fillMessage } from './messages.ts'
import { indexesOf } from './navigation.ts'
import { PaletteCounts, statesInLegend } from './palette.tsx'
import { ReplacedAnswers } from './replaced-answers.tsx'

/** The dialog before submitting: questions by section and state, unsaved choices, and marks lost by
 *  blank questions. */
export function SummaryDialog({ context, onClose }: { context: HallContext; onClose: () => void }) {
  const { hall, states, isRailway, isPractice, blankMarks, messages } = context
  const unsaved = isPractice ? [] : hall.unsavedNumbers()
  const blank = states.filter((state) => !state.startsWith('answered')).length
  const submit = () => {
    onClose()
    hall.submit()
  }
  return (
    <Dialog title={messages.summary} onClose={onClose}>
      {(close) => (
        <>
          <PaletteCounts states={states} isRailway={isRailway} messages={messages} />
          <div className="table" role="region" aria-label={messages.summary} tabIndex={0}>
            <SummaryTable context={context} />
          </div>
          {unsaved.length > 0 && (
            <p className="care">{fillMessage(messages.unsaved, { numbers: unsaved.join(', ') })}</p>
          )}
          <ReplacedAnswers context={context} />
          {blankMarks !== null && blank > 0 && (
            <p className="care">
              {fillMessage(messages.blank, { count: blank, marks: blankMarks })}
            </p>
          )}
          <div className="choices">
            <button type="button" className="btn" onClick={submit}>
              {messages.submitNow}
            </button>
            <button type="button" className="btn quiet" onClick={close}>
              {messages.back}
            </button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function SummaryTable({
  context: { states, sections, sectionOf, isRailway, messages },
}: {
  context: HallContext
}) {
  const shown = statesInLegend(isRailway)
  const countOf = (state: PaletteState, indexes: readonly number[]) =>
    indexes.filter((index) => states[index] === state).length
  const rows = [
    ...(sections.length > 1
      ? sections.map(({ slug, name, lang }) => ({
          ...{ key: slug, name, lang },
          indexes: indexesOf(sectionOf, slug),
        }))
      : []),
    { key: '', name: messages.total, lang: undefined, indexes: [...states.keys()] },
  ]
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{messages.section}</th>
          {shown.map((state) => (
            <th key={state} scope="col">
              <span className={`cell ${state}`} aria-hidden="true" />
              <span className="unseen">{messages[state]}</span>
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
              <td key={state}>{countOf(state, indexes)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
