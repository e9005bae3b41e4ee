import { Fragment } from 'react'
import { questionAnchor, testPath } from '../../addresses/paths.ts'
import { RichText } from '../../../client/islands/parts/rich-text.tsx'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { fieldName } from '../../../domain/attempt/option-identity.ts'
import type { Exam } from '../../../domain/exams.ts'
import type { Paper, Question } from '../../../domain/paper.ts'
import { passagesAbove, questionParts } from '../../../domain/question-parts.ts'
import { Picture } from '../../ui/picture.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { Blocks, FormsStyle, SharedPassage } from '../../ui/question-forms.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor } from '../../ui/messages.ts'

/** The whole paper as a plain form, section by section. The page may be from a cache: the form says
 *  which version of the paper it shows, and the name of each field identifies its options. */
export function PaperForm({
  page,
  exam,
  paper,
  questions,
}: {
  page: PageContext
  exam: Exam
  paper: Paper
  questions: readonly Question[]
}) {
  const messages = messagesFor(page.locale)
  const passages = passagesAbove(questions.map(({ stem }) => stem))
  const numbered = questions.map((question, index) => ({
    question,
    number: index + 1,
    passage: passages[index],
  }))
  const sections = [{ slug: null, name: null, locale: page.locale }, ...paper.sections]
  const hasFifthCircle = paper.marks.blank !== '0'
  return (
    <form
      className="paper"
      method="post"
      data-draft={messages.offline_draft()}
      data-draft-part={messages.offline_draft_part({ kept: '{kept}', count: '{count}' })}
      action={localizedPath(testPath(exam.state, exam.slug, paper.slug), page.locale)}
    >
      <InlineStyle name="paper-form" />
      <InlineStyle name="options" />
      <FormsStyle questions={questions} />
      {paper.digest !== null && <input type="hidden" name="digest" value={paper.digest} />}
      <h2 id="answer">{messages.start_form_title()}</h2>
      <p className="small">
        {messages.start_form_lead()} {hasFifthCircle && messages.hall_rule_fifth()}
      </p>
      {sections.map(({ slug, name, locale }) => {
        const inSection = numbered.filter(({ question }) => question.section === slug)
        return (
          inSection.length > 0 && (
            <section key={slug}>
              {name !== null && <h2 lang={locale === page.locale ? undefined : locale}>{name}</h2>}
              {inSection.map(({ question, number, passage }) => (
                <Fragment key={question.id}>
                  {passage && (
                    <SharedPassage
                      passage={passage}
                      locale={page.locale}
                      written={question.locale}
                    />
                  )}
                  <QuestionField
                    page={page}
                    question={question}
                    number={number}
                    hasFifthCircle={hasFifthCircle}
                  />
                </Fragment>
              ))}
            </section>
          )
        )
      })}
      <button className="btn wide">{messages.submit()}</button>
      <SubmissionOverlay messages={messages} />
    </form>
  )
}

function QuestionField({
  page,
  question,
  number,
  hasFifthCircle,
}: {
  page: PageContext
  question: Question
  number: number
  hasFifthCircle: boolean
}) {
  const messages = messagesFor(page.locale)
  const { id, stem, options, figure, locale } = question
  const name = fieldName(id, options)
  const { lead, blocks } = questionParts(stem)
  return (
    <fieldset
      id={questionAnchor(number)}
      className="question"
      lang={locale === page.locale ? undefined : locale}
    >
      <legend>
        <RichText text={lead} />
      </legend>
      <Blocks text={blocks} />
      {figure && <Picture {...figure} sizes="(min-width: 46rem) 44rem, 100vw" />}
      {options.map((option, index) => (
        <label key={index}>
          <input type="radio" name={name} value={index} />
          <span>
            <RichText text={option} />
          </span>
        </label>
      ))}
      {hasFifthCircle && (
        <label className="fifth" lang={page.locale}>
          <input type="radio" name={name} value={options.length} />
          <span>{messages.hall_fifth()}</span>
        </label>
      )}
    </fieldset>
  )
}
