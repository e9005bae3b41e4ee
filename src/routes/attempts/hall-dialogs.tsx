import type { Skin } from '../../../domain/attempt/attempt.ts'
import type { PaperVersion } from '../../../domain/attempt/solutions.ts'
import { ButtonRules, MarkingRules, PaletteLegend } from '../../ui/hall-rules.tsx'
import type { Messages } from '../../ui/messages.ts'

/** Dialogs of the exam hall: the instructions and the keyboard shortcuts. Part of the page, so they
 *  open without a network. */
export function HallDialogs({
  paper,
  isPractice,
  skin,
  messages,
}: {
  paper: PaperVersion
  isPractice: boolean
  skin: Skin
  messages: Messages
}) {
  const keys = isPractice
    ? [
        ['N', messages.hall_next()],
        ['P', messages.hall_previous()],
        ['C', messages.hall_check()],
        ['K', messages.hall_clear()],
        ['S', messages.submit()],
      ]
    : [
        ['N', messages.hall_save_next()],
        ['M', skin === 'railway' ? messages.hall_mark() : messages.hall_mark_next()],
        ['K', skin === 'railway' ? messages.hall_erase() : messages.hall_clear()],
        ['S', messages.submit()],
      ]
  return (
    <>
      <dialog
        className="hall-dialog"
        data-dialog="instructions"
        aria-label={messages.start_instructions()}
      >
        <h2 tabIndex={-1}>{messages.start_instructions()}</h2>
        <PaletteLegend skin={skin} messages={messages} />
        {isPractice ? (
          <p>{messages.start_mode_practice_note()}</p>
        ) : (
          <ButtonRules skin={skin} messages={messages} />
        )}
        <MarkingRules
          questionCount={paper.questions.length}
          marks={paper.marks}
          messages={messages}
        />
        <CloseButton messages={messages} />
      </dialog>
      <dialog className="hall-dialog" data-dialog="keyboard" aria-label={messages.hall_keyboard()}>
        <h2 tabIndex={-1}>{messages.hall_keyboard()}</h2>
        <ul className="points">
          <li>{messages.hall_key_choose()}</li>
          <li>{messages.hall_key_tab()}</li>
          <li>{messages.hall_key_modifier()}</li>
          {keys.map(([key, does]) => (
            <li key={key}>
              <kbd>{key}</kbd> {does}
            </li>
          ))}
        </ul>
        <CloseButton messages={messages} />
      </dialog>
    </>
  )
}

const CloseButton = ({ messages }: { messages: Messages }) => (
  <form method="dialog">
    <button className="btn wide">{messages.hall_close()}</button>
  </form>
)
