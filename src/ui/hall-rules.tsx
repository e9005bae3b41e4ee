import { markingExample, penaltyInWholeMarks, type Skin } from '../../domain/attempt/attempt.ts'
import { fractionText } from '../../domain/attempt/marks.ts'
import { marksText } from '../../domain/paper.ts'
import type { Messages } from './messages.ts'

/** The states of the palette, as shape and text, in the given skin of the hall. Its style is
 *  `palette`, which the hall's script brings. */
export function PaletteLegend({ skin, messages }: { skin: Skin; messages: Messages }) {
  const states = [
    {
      name: 'not-visited',
      title: messages.hall_state_not_visited(),
      meaning: messages.hall_rule_not_visited(),
    },
    {
      name: 'not-answered',
      title: messages.hall_state_not_answered(),
      meaning: messages.hall_rule_not_answered(),
    },
    {
      name: 'answered',
      title: messages.hall_state_answered(),
      meaning: messages.hall_rule_answered(),
    },
    {
      name: 'marked',
      title: messages.hall_state_marked(),
      meaning:
        skin === 'railway' ? messages.hall_rule_marked_railway() : messages.hall_rule_marked(),
    },
    {
      name: 'answered-and-marked',
      title: messages.hall_state_answered_marked(),
      meaning: messages.hall_rule_answered_marked(),
    },
  ]
  return (
    <ul className="legend">
      {states.slice(0, skin === 'railway' ? 4 : 5).map(({ name, title, meaning }, index) => (
        <li key={name}>
          <span className={`cell ${name}`} aria-hidden="true">
            {index + 1}
          </span>
          <span>
            <b>{title}</b> {meaning}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The buttons of the hall and what each does. */
export function ButtonRules({ skin, messages }: { skin: Skin; messages: Messages }) {
  const isRailway = skin === 'railway'
  const buttons = [
    [messages.hall_save_next(), messages.hall_rule_save_next()],
    isRailway
      ? [messages.hall_mark(), messages.hall_rule_mark_railway()]
      : [messages.hall_mark_next(), messages.hall_rule_mark_next()],
    [isRailway ? messages.hall_erase() : messages.hall_clear(), messages.hall_rule_clear()],
    [messages.hall_rule_jump_name(), messages.hall_rule_jump()],
    [messages.submit(), messages.hall_rule_submit()],
  ]
  return (
    <dl className="rules">
      {buttons.map(([name, effect]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How a paper is marked, with an example. */
export function MarkingRules({
  questionCount,
  marks,
  messages,
}: {
  questionCount: number
  marks: { right: string; wrong: string; blank: string }
  messages: Messages
}) {
  const deduction = penaltyInWholeMarks(marks.wrong)
  return (
    <ul className="points">
      <li>{messages.hall_rule_right({ marks: marksText(marks.right) })}</li>
      <li>{deduction ? messages.hall_rule_wrong(deduction) : messages.hall_rule_wrong_free()}</li>
      {marks.blank === '0' ? (
        <li>{messages.hall_rule_blank_free()}</li>
      ) : (
        <>
          <li>
            <strong>{messages.hall_rule_blank({ marks: marksText(marks.blank) })}</strong>
          </li>
          <li>{messages.hall_rule_fifth()}</li>
        </>
      )}
      <li>{exampleText(questionCount, marks, messages)}</li>
    </ul>
  )
}

function exampleText(
  questionCount: number,
  marks: { right: string; wrong: string; blank: string },
  messages: Messages,
): string {
  const example = markingExample(questionCount, marks)
  const rest = questionCount - example.right - example.wrong
  const [numerator = '0', denominator = '1'] = marks.blank.split('/')
  if (marks.blank !== '0' && rest > 0)
    return messages.hall_rule_example_fifth({
      ...example,
      rest,
      more: fractionText(`${Number(numerator) * rest}/${denominator}`),
    })
  return example.lost === 0
    ? messages.hall_rule_example_free(example)
    : messages.hall_rule_example(example)
}
