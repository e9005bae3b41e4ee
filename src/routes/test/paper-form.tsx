import { Maths } from '../../../client/islands/parts/maths.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import { testPath, type Paper, type Question } from '../../../domain/paper.ts'
import { questionAnchor } from '../../../domain/search-result.ts'
import { Picture } from '../../ui/picture.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { WaitOverlay } from '../../ui/wait-overlay.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** The whole paper as a form that any browser can fill in, section by section. */
export function PaperForm({
  place,
  exam,
  paper,
  questions,
}: {
  place: PageContext
  exam: Exam
  paper: Paper
  questions: readonly Question[]
}) {
  const words = wordsIn(place.locale)
  const numbered = questions.map((question, index) => ({ question, number: index + 1 }))
  const sections = [{ slug: null, name: null, locale: place.locale }, ...paper.sections]
  const hasFifthCircle = paper.marks.blank !== '0'
  return (
    <form
      className="paper"
      method="post"
      action={localizedPath(testPath(exam.state, exam.slug, paper.slug), place.locale)}
    >
      <Sheet of="paper-form" />
      <h2>{words.start_form_title()}</h2>
      <p className="small">
        {words.start_form_lead()} {hasFifthCircle && words.hall_rule_fifth()}
      </p>
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
                  hasFifthCircle={hasFifthCircle}
                  words={words}
                />
              ))}
            </section>
          )
        )
      })}
      <button className="btn wide">{words.submit()}</button>
      <WaitOverlay words={words} />
    </form>
  )
}

function QuestionField({
  place,
  question,
  number,
  hasFifthCircle,
  words,
}: {
  place: PageContext
  question: Question
  number: number
  hasFifthCircle: boolean
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
      {hasFifthCircle && (
        <label lang={place.locale}>
          <input type="radio" name={id} value={options.length} />
          <span>{words.hall_fifth()}</span>
        </label>
      )}
    </fieldset>
  )
}
