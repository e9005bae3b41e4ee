import { instructionsPath, testPath } from '../../addresses/paths.ts'
import { minutesAllowed, skinOf, skins } from '../../../domain/attempt/attempt.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import { languageNames } from '../../../domain/locale.ts'
import type { Paper } from '../../../domain/paper.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examNames } from '../../ui/exam-names.ts'
import { ButtonRules, MarkingRules, PaletteLegend } from '../../ui/hall-rules.tsx'
import { HallReady } from '../../../client/islands/hall-ready.tsx'
import { Island } from '../../ui/island.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { SubmissionOverlay } from '../../ui/submission-overlay.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { EntitlementNotice, type Entitlement } from './entitlement-notice.tsx'
import type { StartChoices } from './start-form.ts'

/** The page before the exam hall: rules, marking, choices, declaration and the start button. */
export function InstructionsPage({
  page,
  exam,
  paper,
  choices,
  isDeclarationMissing,
  entitlement,
}: {
  page: PageContext
  exam: Exam
  paper: Paper
  choices: StartChoices
  isDeclarationMissing: boolean
  entitlement: Entitlement
}) {
  const messages = messagesFor(page.locale)
  const path = testPath(exam.state, exam.slug, paper.slug)
  const skin = skinOf(exam.slug)
  const offlineStatus = {
    locale: page.locale,
    messages: { getting: messages.start_offline_getting(), ready: messages.start_offline_ready() },
  }
  return (
    <>
      <UnlistedMeta
        title={messages.start_title({ title: paper.title })}
        description={paper.description}
      />
      <InlineStyle name="form" />
      <InlineStyle name="start" />
      <Breadcrumbs
        page={page}
        crumbs={[
          { name: examNames[exam.slug].name(messages), path: `/${exam.slug}` },
          { name: paper.title, path },
          { name: messages.start_instructions() },
        ]}
      />
      <div className="hero">
        <h1>{messages.start_instructions()}</h1>
        <p lang={paper.locale === page.locale ? undefined : paper.locale}>{paper.title}</p>
        <p>
          <a href="#ready">{messages.start_skip()}</a>
        </p>
      </div>
      <GeneralRules paper={paper} messages={messages} />
      <Example messages={messages} />
      <section>
        <h2>{messages.start_palette()}</h2>
        <p>{messages.start_palette_lead()}</p>
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
      <section id="ready">
        <h2>{messages.start_choose()}</h2>
        <form
          className="start"
          method="post"
          action={localizedPath(instructionsPath(exam.state, exam.slug, paper.slug), page.locale)}
        >
          <Choices paper={paper} choices={choices} messages={messages} />
          <EntitlementNotice page={page} exam={exam} paper={paper} entitlement={entitlement} />
          {entitlement.kind !== 'sign-in' && (
            <Declaration isMissing={isDeclarationMissing} messages={messages} />
          )}
        </form>
        <Island name="hall-ready" when="visible" props={offlineStatus}>
          <HallReady {...offlineStatus} />
        </Island>
      </section>
      <SubmissionOverlay messages={messages} />
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

function Choices({
  paper,
  choices,
  messages,
}: {
  paper: Paper
  choices: StartChoices
  messages: Messages
}) {
  const longer = minutesAllowed(paper.minutes, true)
  return (
    <>
      <fieldset className="picks">
        <legend>{messages.start_mode()}</legend>
        <RadioChoice
          name="mode"
          value="exam"
          chosen={choices.mode}
          title={messages.start_mode_exam()}
          note={messages.start_mode_exam_note({ minutes: paper.minutes })}
        />
        <RadioChoice
          name="mode"
          value="practice"
          chosen={choices.mode}
          title={messages.start_mode_practice()}
          note={messages.start_mode_practice_note()}
        />
      </fieldset>
      {paper.languages.length > 1 && (
        <fieldset className="picks in-line">
          <legend>{messages.start_paper_language()}</legend>
          {paper.languages.map((language) => (
            <RadioChoice
              key={language}
              name="language"
              value={language}
              chosen={choices.language}
              title={languageNames[language]}
              lang={language}
            />
          ))}
          <CheckboxChoice
            name="beside"
            checked={choices.beside}
            title={messages.start_beside()}
            note={messages.hall_prevails()}
          />
        </fieldset>
      )}
      <fieldset className="picks in-line">
        <legend>{messages.start_skin()}</legend>
        {skins.map((skin) => (
          <RadioChoice
            key={skin}
            name="skin"
            value={skin}
            chosen={choices.skin}
            title={
              skin === 'railway' ? messages.start_skin_railway() : messages.start_skin_standard()
            }
          />
        ))}
      </fieldset>
      <fieldset className="picks">
        <legend>{messages.start_extra()}</legend>
        <CheckboxChoice
          name="extraTime"
          checked={choices.extraTime}
          title={messages.start_extra_label()}
          note={messages.start_extra_note({ minutes: paper.minutes, longer })}
        />
      </fieldset>
    </>
  )
}

function RadioChoice({
  name,
  value,
  chosen,
  title,
  note,
  lang,
}: {
  name: string
  value: string
  chosen: string
  title: string
  note?: string
  lang?: string
}) {
  return (
    <label>
      <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
      <span>
        <b lang={lang}>{title}</b>
        {note && <small>{note}</small>}
      </span>
    </label>
  )
}

function CheckboxChoice({
  name,
  checked,
  title,
  note,
}: {
  name: string
  checked: boolean
  title: string
  note: string
}) {
  return (
    <label>
      <input type="checkbox" name={name} value="yes" defaultChecked={checked} />
      <span>
        <b>{title}</b>
        <small>{note}</small>
      </span>
    </label>
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
