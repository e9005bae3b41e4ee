import { exampleOf, wholeMarks, type Skin } from '../../domain/attempt/attempt.ts'
import { fractionText } from '../../domain/attempt/marks.ts'
import { marksText } from '../../domain/paper.ts'
import { Sheet } from './page-parts.tsx'
import type { Words } from './words.ts'

/** The palette's states, in shape and in words, as the hall of that skin knows them. */
export function PaletteLegend({ skin, words }: { skin: Skin; words: Words }) {
  const states = [
    {
      name: 'not-visited',
      title: words.hall_state_not_visited(),
      means: words.hall_rule_not_visited(),
    },
    {
      name: 'not-answered',
      title: words.hall_state_not_answered(),
      means: words.hall_rule_not_answered(),
    },
    { name: 'answered', title: words.hall_state_answered(), means: words.hall_rule_answered() },
    {
      name: 'marked',
      title: words.hall_state_marked(),
      means: skin === 'railway' ? words.hall_rule_marked_railway() : words.hall_rule_marked(),
    },
    {
      name: 'answered-and-marked',
      title: words.hall_state_answered_marked(),
      means: words.hall_rule_answered_marked(),
    },
  ]
  return (
    <ul className="legend">
      <Sheet of="palette" />
      {states.slice(0, skin === 'railway' ? 4 : 5).map(({ name, title, means }, index) => (
        <li key={name}>
          <span className={`cell ${name}`} aria-hidden="true">
            {index + 1}
          </span>
          <span>
            <b>{title}</b> {means}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What each button of the hall does. */
export function ButtonRules({ skin, words }: { skin: Skin; words: Words }) {
  const isRailway = skin === 'railway'
  const buttons = [
    [words.hall_save_next(), words.hall_rule_save_next()],
    isRailway
      ? [words.hall_mark(), words.hall_rule_mark_railway()]
      : [words.hall_mark_next(), words.hall_rule_mark_next()],
    [isRailway ? words.hall_erase() : words.hall_clear(), words.hall_rule_clear()],
    [words.hall_rule_jump_name(), words.hall_rule_jump()],
    [words.submit(), words.hall_rule_submit()],
  ]
  return (
    <dl className="rules">
      {buttons.map(([name, does]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How a paper is marked, with its arithmetic. */
export function MarkingRules({
  questionCount,
  marks,
  words,
}: {
  questionCount: number
  marks: { right: string; wrong: string; blank: string }
  words: Words
}) {
  const taken = wholeMarks(marks.wrong)
  return (
    <ul className="points">
      <li>{words.hall_rule_right({ marks: marksText(marks.right) })}</li>
      <li>{taken ? words.hall_rule_wrong(taken) : words.hall_rule_wrong_free()}</li>
      {marks.blank === '0' ? (
        <li>{words.hall_rule_blank_free()}</li>
      ) : (
        <>
          <li>
            <strong>{words.hall_rule_blank({ marks: marksText(marks.blank) })}</strong>
          </li>
          <li>{words.hall_rule_fifth()}</li>
        </>
      )}
      <li>{exampleText(questionCount, marks, words)}</li>
    </ul>
  )
}

function exampleText(
  questionCount: number,
  marks: { right: string; wrong: string; blank: string },
  words: Words,
): string {
  const example = exampleOf(questionCount, marks)
  const rest = questionCount - example.right - example.wrong
  const [marksTaken = '0', of = '1'] = marks.blank.split('/')
  if (marks.blank !== '0' && rest > 0)
    return words.hall_rule_example_fifth({
      ...example,
      rest,
      more: fractionText(`${Number(marksTaken) * rest}/${of}`),
    })
  return example.lost === 0
    ? words.hall_rule_example_free(example)
    : words.hall_rule_example(example)
}
