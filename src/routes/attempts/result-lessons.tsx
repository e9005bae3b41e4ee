import type { PageContext } from '../../addresses/address.ts'
import { fractionText, scoreText, signOf } from '../../../domain/attempt/marks.ts'
import { questionAnchor } from '../../../domain/search-result.ts'
import {
  isHasty,
  neverSaved,
  type KeptApart,
  type TestResult,
} from '../../../domain/attempt/attempt-result.ts'
import { wordsIn, type Words } from '../../ui/words.ts'

/** What wrong guesses cost, and what the score would be without them. */
export function Losses({
  place,
  result,
  blankCosts,
}: {
  place: PageContext
  result: TestResult
  blankCosts: string
}) {
  const { guesses, questions } = result
  if (guesses.wrong === 0) return null
  const words = wordsIn(place.locale)
  const costsNothing = signOf(guesses.lost) === 0
  const hasty = questions.filter(isHasty).length
  return (
    <section>
      <h2>{words.result_losses()}</h2>
      <p>
        {costsNothing
          ? words.result_nothing_lost()
          : words.result_lost({
              count: guesses.wrong,
              lost: fractionText(guesses.lost),
              score: scoreText(guesses.withoutThem),
            })}
      </p>
      {signOf(blankCosts) !== 0 && (
        <p className="small">{words.result_fifth_circle({ marks: fractionText(blankCosts) })}</p>
      )}
      {hasty > 0 && (
        <p>
          {words.result_hasty({ count: hasty, wrong: guesses.wrong })}{' '}
          <a href="?show=hasty#solutions">{words.result_see_them()}</a>
        </p>
      )}
    </section>
  )
}

/** Choices that were left without saving: what the hall's rules cost. */
export function NeverSaved({ place, result }: { place: PageContext; result: TestResult }) {
  const left = neverSaved(result.questions)
  if (left.length === 0) return null
  const words = wordsIn(place.locale)
  return (
    <section>
      <h2>{words.result_unsaved()}</h2>
      <p>{words.result_unsaved_lead()}</p>
      <ul className="lines">
        {left.map(({ id, number, unsaved, accepted }) => (
          <li key={id}>
            <a href={`?page=all#${questionAnchor(number)}`}>
              {words.result_unsaved_one({ number, option: (unsaved ?? 0) + 1 })}
            </a>{' '}
            {accepted.length > 0 &&
              (accepted.includes(unsaved ?? -1)
                ? words.result_unsaved_right()
                : words.result_unsaved_wrong())}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Answers that are kept and did not count, each with its reason. */
export function Apart({ place, apart }: { place: PageContext; apart: readonly KeptApart[] }) {
  if (apart.length === 0) return null
  const words = wordsIn(place.locale)
  return (
    <section>
      <h2>{words.result_apart()}</h2>
      <p>{words.result_apart_lead()}</p>
      <ul className="lines">
        {apart.map((entry, index) => (
          <li key={index}>
            {entryText(entry, words)}: {standingText(entry.standing, words)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function entryText({ number, option }: KeptApart, words: Words): string {
  if (number === null) return words.result_apart_unknown()
  return option === null
    ? words.result_question({ number })
    : words.result_apart_option({ number, option: option + 1 })
}

function standingText(standing: KeptApart['standing'], words: Words): string {
  switch (standing) {
    case 'late':
      return words.result_apart_late()
    case 'after-submission':
      return words.result_apart_after()
    case 'impossible':
      return words.result_apart_impossible()
  }
}
