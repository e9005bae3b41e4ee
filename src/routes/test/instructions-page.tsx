import { instructionsPath, testPath } from '../../addresses/paths.ts'
import { skinOf } from '../../../domain/attempt/attempt.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import type { Paper } from '../../../domain/paper.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examName } from '../../ui/exam-names.ts'
import { ButtonRules, MarkingRules, PaletteLegend } from '../../ui/hall-rules.tsx'
import { HallReady } from '../../../client/islands/hall-ready.tsx'
import { Island } from '../../ui/island.tsx'
import type { KnownText } from '../../api-client/known-content.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { PagePart } from '../../ui/page-part.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { EntitlementNotice, type Entitlement } from './entitlement-notice.tsx'
import { Choices } from './choices.tsx'
import type { StartChoices } from './start-form.ts'

/** The page before the exam hall. Its parts: rules and marking, choices, the declaration with the
 *  start button. */
export function InstructionsPage({
  page,
  exam,
  slug,
  facts: { locale: textLocale, title, description },
}: {
  page: PageContext
  exam: Exam
  slug: string
  facts: KnownText
}) {
  const messages = messagesFor(page.locale)
  const offlineStatus = {
    locale: page.locale,
    messages: { getting: messages.start_offline_getting(), ready: messages.start_offline_ready() },
  }
  return (
    <>
      <UnlistedMeta title={messages.start_title({ title })} description={description} />
      <Breadcrumbs
        page={page}
        crumbs={[
          { name: examName(exam, page.locale), path: `/${exam.slug}` },
          { name: title, path: testPath(exam.state, exam.slug, slug) },
          { name: messages.start_instructions() },
        ]}
      />
      <div className="hero">
        <h1>{messages.start_instructions()}</h1>
        <p lang={textLocale === page.locale ? undefined : textLocale}>{title}</p>
        <p>
          <a href="#ready">{messages.start_skip()}</a>
        </p>
      </div>
      <PagePart name="rules" styles={['form', 'start', 'options', 'palette']} />
      <section id="ready">
        <h2>{messages.start_choose()}</h2>
        <form
          className="start"
          method="post"
          action={localizedPath(instructionsPath(exam.state, exam.slug, slug), page.locale)}
        >
          <PagePart name="choices" />
          <PagePart name="start" />
        </form>
        <Island name="hall-ready" when="visible" props={offlineStatus}>
          <HallReady {...offlineStatus} />
        </Island>
      </section>
      <SubmissionOverlay messages={messages} />
    </>
  )
}

/** The parts of the page for a paper. */
export const instructionsParts = (start: StartOfPaper, choices: StartChoices) => ({
  rules: <Rules exam={start.exam} paper={start.paper} messages={messagesFor(start.page.locale)} />,
  choices: (
    <Choices paper={start.paper} choices={choices} messages={messagesFor(start.page.locale)} />
  ),
  start: <StartPart {...start} />,
})

type StartOfPaper = {
  page: PageContext
  exam: Exam
  paper: Paper
  isDeclarationMissing: boolean
  entitlement: Entitlement
}

/** What the reader may do: start, or what has to come before. */
export function StartPart({ page, exam, paper, isDeclarationMissing, entitlement }: StartOfPaper) {
  return (
    <>
      <EntitlementNotice page={page} exam={exam} paper={paper} entitlement={entitlement} />
      {entitlement.kind !== 'sign-in' && (
        <Declaration isMissing={isDeclarationMissing} messages={messagesFor(page.locale)} />
      )}
    </>
  )
}

function Rules({ exam, paper, messages }: { exam: Exam; paper: Paper; messages: Messages }) {
  const skin = skinOf(exam)
  return (
    <>
      <GeneralRules paper={paper} messages={messages} />
      <Example messages={messages} />
      <section>
        <h2>{messages.start_palette()}</h2>
        <p>{messages.start_palette_lead()}</p>
        <InlineStyle name="palette" />
        <PaletteLegend skin={skin} messages={messages} />
      </section>
      <section>
        <h2>{messages.start_buttons()}</h2>
        <ButtonRules skin={skin} messages={messages} />
      </section>
      <section>
        <h2>{messages.start_marking()}</h2>
        <MarkingRules questionCount={paper.questionCount} marks={paper.marks} messages={messages} />
      </section>
    </>
  )
}

function GeneralRules({ paper, messages }: { paper: Paper; messages: Messages }) {
  return (
    <section>
      <h2>{messages.start_general()}</h2>
      <ul className="points">
        <li>{messages.start_count({ questions: paper.questionCount, minutes: paper.minutes })}</li>
        <li>{messages.start_clock()}</li>
        <li className="with-script">{messages.start_offline()}</li>
        {paper.languages.length > 1 && <li>{messages.start_language()}</li>}
        {paper.sections.length > 1 && (
          <li>
            {messages.start_sections({
              names: paper.sections.map(({ name }) => name).join(' · '),
            })}
          </li>
        )}
      </ul>
    </section>
  )
}

/** The options of a question as the hall shows them, one of them chosen. */
function Example({ messages }: { messages: Messages }) {
  return (
    <section>
      <InlineStyle name="options" />
      <h2>{messages.start_example()}</h2>
      <p>{messages.start_example_note()}</p>
      <fieldset className="question example" disabled aria-label={messages.start_example()}>
        {[0, 1, 2, 3].map((option) => (
          <label key={option}>
            <input type="radio" name="example" defaultChecked={option === 2} />
            <span>{messages.option_number({ number: option + 1 })}</span>
          </label>
        ))}
      </fieldset>
    </section>
  )
}

function Declaration({ isMissing, messages }: { isMissing: boolean; messages: Messages }) {
  return (
    <>
      <fieldset className="picks">
        <legend>{messages.start_declaration()}</legend>
        <label>
          <input
            type="checkbox"
            name="declared"
            value="yes"
            required
            autoFocus={isMissing}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? 'declared-error' : undefined}
          />
          <span>{messages.start_declaration_text()}</span>
        </label>
        {isMissing && (
          <strong id="declared-error" className="error">
            {messages.start_declaration_missing()}
          </strong>
        )}
      </fieldset>
      <button className="btn wide">{messages.start_ready()}</button>
    </>
  )
}
