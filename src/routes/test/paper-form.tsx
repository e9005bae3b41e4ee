import { Maths } from '../../../client/islands/parts/maths.tsx'
import type { Place } from '../../model/address.ts'
import type { Paper, Question } from '../../model/paper.ts'
import { questionAnchor } from '../../model/search-result.ts'
import { Picture } from '../../ui/picture.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** The whole paper as a form that any browser can fill in, section by section. */
export function PaperForm({
  place,
  paper,
  questions,
}: {
  place: Place
  paper: Paper
  questions: readonly Question[]
}) {
  const words = wordsIn(place.locale)
  const numbered = questions.map((question, index) => ({ question, number: index + 1 }))
  const sections = [{ slug: null, name: null, locale: place.locale }, ...paper.sections]
  return (
    <form className="paper" method="post">
      <Sheet of="paper-form" />
      {sections.map(({ slug, name, locale }) => {
        const own = numbered.filter(({ question }) => question.section === slug)
        return (
          own.length > 0 && (
            <section key={slug}>
              {name !== null && <h2 lang={locale === place.locale ? undefined : locale}>{name}</h2>}
              {own.map(({ question, number }) => (
                <QuestionField
                  key={question.id}
                  place={place}
                  question={question}
                  number={number}
                  words={words}
                />
              ))}
            </section>
          )
        )
      })}
      <p className="note" id="not-yet">
        {words.marking_not_open()}
      </p>
      <button className="btn wide" disabled aria-describedby="not-yet">
        {words.submit()}
      </button>
    </form>
  )
}

function QuestionField({
  place,
  question,
  number,
  words,
}: {
  place: Place
  question: Question
  number: number
  words: Words
}) {
  const { id, stem, options, figure, locale } = question
  return (
    <fieldset
      id={questionAnchor(number)}
      className="question"
      lang={locale === place.locale ? undefined : locale}
    >
      <legend>
        <span className="number">
          <span className="unseen">{words.question()} </span>
          {number}.
        </span>{' '}
        <Maths text={stem} />
      </legend>
      {figure && <Picture {...figure} sizes="(min-width: 46rem) 44rem, 100vw" />}
      {options.map((option, index) => (
        <label key={index}>
          <input type="radio" name={id} value={index} />
          <span>
            <Maths text={option} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
