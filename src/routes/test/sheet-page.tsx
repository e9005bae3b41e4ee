import { sheetPath, testPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { circlesOf, layoutOfPaper } from '../../../domain/answer-sheet/paper-sheet.ts'
import { sheetCode } from '../../../domain/answer-sheet/sheet-markers.ts'
import { fieldName } from '../../../domain/attempt/option-identity.ts'
import type { Exam } from '../../../domain/exams.ts'
import type { Paper, Question } from '../../../domain/paper.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examName } from '../../ui/exam-names.ts'
import type { Locale } from '../../../domain/locale.ts'
import { PagePart } from '../../ui/page-part.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** Scores a printed answer sheet: the reader fills in the bubbles again, or, with script, has them
 *  read from a photograph (client/sheet-reader). The form is the one of the paper's own page. */
export function SheetPage({
  page,
  exam,
  slug,
  title,
  textLocale,
}: {
  page: PageContext
  exam: Exam
  slug: string
  title: string
  textLocale: Locale
}) {
  const messages = messagesFor(page.locale)
  const path = testPath(exam.state, exam.slug, slug)
  return (
    <>
      <UnlistedMeta
        title={messages.page_title({ title: `${messages.sheet_title()}: ${title}` })}
        description={messages.sheet_lead()}
      />
      <Breadcrumbs
        page={page}
        crumbs={[
          { name: examName(exam, page.locale), path: `/${exam.slug}` },
          { name: title, path },
          { name: messages.sheet_title(), path: sheetPath(exam.state, exam.slug, slug) },
        ]}
      />
      <div className="hero">
        <h1>{messages.sheet_title()}</h1>
        <p lang={textLocale === page.locale ? undefined : textLocale}>{title}</p>
        <p>{messages.sheet_lead()}</p>
      </div>
      <PagePart name="form" styles={['sheet']} />
      <p className="back">
        <a href={localizedPath(path, page.locale)}>{messages.print_back()}</a>
      </p>
    </>
  )
}

export function SheetForm({
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
  const path = testPath(exam.state, exam.slug, paper.slug)
  const hasFifthCircle = paper.marks.blank !== '0'
  return (
    <form
      className="sheet-form"
      method="post"
      data-draft={messages.offline_draft()}
      data-draft-part={messages.offline_draft_part({ kept: '{kept}', count: '{count}' })}
      action={localizedPath(path, page.locale)}
    >
      <input type="hidden" name="sheet" value="1" />
      {paper.digest !== null && <input type="hidden" name="digest" value={paper.digest} />}
      <Camera paper={paper} messages={messages} />
      {hasFifthCircle && <p className="small">{messages.sheet_fifth()}</p>}
      <ol className="sheet-rows">
        {questions.map((question, index) => (
          <Row
            key={question.id}
            question={question}
            number={index + 1}
            circles={circlesOf(question.options.length, paper.marks)}
            messages={messages}
          />
        ))}
      </ol>
      <button className="btn wide">{messages.sheet_submit()}</button>
      <SubmissionOverlay messages={messages} />
    </form>
  )
}

/** Reading a photograph. Hidden until the script shows it. */
function Camera({ paper, messages }: { paper: Paper; messages: Messages }) {
  const layout = layoutOfPaper(paper)
  if (layout === null || paper.digest === null) return null
  const count = layout.questions.length
  const circles = layout.bubbles.length
  return (
    <section
      className="sheet-camera"
      hidden
      data-sheet-reader=""
      data-count={count}
      data-circles={circles}
      data-code={sheetCode(paper.digest, count, circles)}
    >
      <h2>{messages.sheet_photograph()}</h2>
      <p>{messages.sheet_photograph_lead()}</p>
      <label className="btn">
        {messages.sheet_choose()}
        <input className="unseen" type="file" accept="image/*" />
      </label>
      <p role="status" data-sheet-status="" />
      <ReadingTexts messages={messages} />
    </section>
  )
}

/** The sentences of the script. {…} is replaced by it. */
function ReadingTexts({ messages }: { messages: Messages }) {
  const texts = {
    reading: messages.sheet_reading(),
    done: messages.sheet_read({ filled: '{filled}', empty: '{empty}' }),
    unclear: messages.sheet_unclear_count({ count: '{count}' }),
    ask: messages.sheet_unclear(),
    corners: messages.sheet_corners({ corners: '{corners}' }),
    'top-left': messages.sheet_top_left(),
    'top-right': messages.sheet_top_right(),
    'bottom-right': messages.sheet_bottom_right(),
    'bottom-left': messages.sheet_bottom_left(),
    other: messages.sheet_other(),
    picture: messages.sheet_no_picture(),
  }
  return (
    <template>
      {Object.entries(texts).map(([name, text]) => (
        <p key={name} data-text={name}>
          {text}
        </p>
      ))}
    </template>
  )
}

/** A question's bubbles as radio buttons; the first one leaves it empty. */
function Row({
  question: { id, options },
  number,
  circles,
  messages,
}: {
  question: Question
  number: number
  circles: number
  messages: Messages
}) {
  const name = fieldName(id, options)
  return (
    <li>
      <fieldset>
        <legend>
          <span className="unseen">{messages.question()} </span>
          {number}
        </legend>
        <label className="none">
          <input type="radio" name={name} value="" defaultChecked />
          <span aria-hidden="true">–</span>
          <span className="unseen">{messages.sheet_empty()}</span>
        </label>
        {Array.from({ length: circles }, (_, index) => (
          <label key={index}>
            <input type="radio" name={name} value={index} />
            <span>{index + 1}</span>
          </label>
        ))}
      </fieldset>
    </li>
  )
}
