import type { Skin } from '../../../domain/attempt/attempt.ts'
import type { FrozenPaper } from '../../../domain/attempt/solutions.ts'
import { ButtonRules, MarkingRules, PaletteLegend } from '../../ui/hall-rules.tsx'
import type { Words } from '../../ui/words.ts'

/** What can be opened again in the hall, also without a network: the instructions, and how it goes by keyboard. */
export function HallDialogs({
  paper,
  isPractice,
  skin,
  words,
}: {
  paper: FrozenPaper
  isPractice: boolean
  skin: Skin
  words: Words
}) {
  const keys = isPractice
    ? [
        ['N', words.hall_next()],
        ['P', words.hall_previous()],
        ['C', words.hall_check()],
        ['K', words.hall_clear()],
        ['S', words.submit()],
      ]
    : [
        ['N', words.hall_save_next()],
        ['M', skin === 'railway' ? words.hall_mark() : words.hall_mark_next()],
        ['K', skin === 'railway' ? words.hall_erase() : words.hall_clear()],
        ['S', words.submit()],
      ]
  return (
    <>
      <dialog
        className="hall-dialog"
        data-dialog="instructions"
        aria-label={words.start_instructions()}
      >
        <h2 tabIndex={-1}>{words.start_instructions()}</h2>
        <PaletteLegend skin={skin} words={words} />
        {isPractice ? (
          <p>{words.start_mode_practice_note()}</p>
        ) : (
          <ButtonRules skin={skin} words={words} />
        )}
        <MarkingRules questionCount={paper.questions.length} marks={paper.marks} words={words} />
        <CloseButton words={words} />
      </dialog>
      <dialog className="hall-dialog" data-dialog="keyboard" aria-label={words.hall_keyboard()}>
        <h2 tabIndex={-1}>{words.hall_keyboard()}</h2>
        <ul className="points">
          <li>{words.hall_key_choose()}</li>
          <li>{words.hall_key_tab()}</li>
          <li>{words.hall_key_modifier()}</li>
          {keys.map(([key, does]) => (
            <li key={key}>
              <kbd>{key}</kbd> {does}
            </li>
          ))}
        </ul>
        <CloseButton words={words} />
      </dialog>
    </>
  )
}

const CloseButton = ({ words }: { words: Words }) => (
  <form method="dialog">
    <button className="btn wide">{words.hall_close()}</button>
  </form>
)
