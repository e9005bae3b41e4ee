import { minutesWith, skinOf, skins } from '../../../domain/attempt/attempt.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import { languageNames } from '../../../domain/locale.ts'
import { instructionsPath, testPath, type Paper } from '../../../domain/paper.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { examNames } from '../../ui/exam-names.ts'
import { ButtonRules, MarkingRules, PaletteLegend } from '../../ui/hall-rules.tsx'
import { HallReady } from '../../../client/islands/hall-ready.tsx'
import { Island } from '../../ui/island.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { WaitOverlay } from '../../ui/wait-overlay.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'
import { Rights, type RightsShown } from './rights.tsx'
import type { StartChoices } from './start-form.ts'

/** Before the hall: its rules, how this paper is marked, the choices, the declaration, and the way in. */
export function InstructionsPage({
  place,
  exam,
  paper,
  choices,
  declarationMissing,
  rights,
}: {
  place: PageContext
  exam: Exam
  paper: Paper
  choices: StartChoices
  declarationMissing: boolean
  rights: RightsShown
}) {
  const words = wordsIn(place.locale)
  const path = testPath(exam.state, exam.slug, paper.slug)
  const skin = skinOf(exam.slug)
  const ready = {
    locale: place.locale,
    words: { getting: words.start_offline_getting(), ready: words.start_offline_ready() },
  }
  return (
    <>
      <UnlistedMeta
        title={words.start_title({ title: paper.title })}
        description={paper.description}
      />
      <Sheet of="form" />
      <Sheet of="start" />
      <Breadcrumbs
        place={place}
        crumbs={[
          { name: examNames[exam.slug].name(words), path: `/${exam.slug}` },
          { name: paper.title, path },
          { name: words.start_instructions() },
        ]}
      />
      <div className="hero">
        <h1>{words.start_instructions()}</h1>
        <p lang={paper.locale === place.locale ? undefined : paper.locale}>{paper.title}</p>
        <p>
          <a href="#ready">{words.start_skip()}</a>
        </p>
      </div>
      <General paper={paper} words={words} />
      <section>
        <h2>{words.start_palette()}</h2>
        <p>{words.start_palette_lead()}</p>
        <PaletteLegend skin={skin} words={words} />
      </section>
      <section>
        <h2>{words.start_buttons()}</h2>
        <ButtonRules skin={skin} words={words} />
      </section>
      <section>
        <h2>{words.start_marking()}</h2>
        <MarkingRules questionCount={paper.questionCount} marks={paper.marks} words={words} />
      </section>
      <section id="ready">
        <h2>{words.start_choose()}</h2>
        <form
          className="start"
          method="post"
          action={localizedPath(instructionsPath(exam.state, exam.slug, paper.slug), place.locale)}
        >
          <Choices paper={paper} choices={choices} words={words} />
          <Rights place={place} exam={exam} paper={paper} rights={rights} words={words} />
          {rights.kind !== 'sign-in' && (
            <Declaration isMissing={declarationMissing} words={words} />
          )}
        </form>
        <Island name="hall-ready" when="visible" props={ready}>
          <HallReady {...ready} />
        </Island>
      </section>
      <WaitOverlay words={words} />
    </>
  )
}

function General({ paper, words }: { paper: Paper; words: Words }) {
  return (
    <section>
      <h2>{words.start_general()}</h2>
      <ul className="points">
        <li>{words.start_count({ questions: paper.questionCount, minutes: paper.minutes })}</li>
        <li>{words.start_clock()}</li>
        <li className="with-script">{words.start_offline()}</li>
        {paper.languages.length > 1 && <li>{words.start_language()}</li>}
        {paper.sections.length > 1 && (
          <li>
            {words.start_sections({
              names: paper.sections.map(({ name }) => name).join(' · '),
            })}
          </li>
        )}
      </ul>
    </section>
  )
}

function Choices({ paper, choices, words }: { paper: Paper; choices: StartChoices; words: Words }) {
  const longer = minutesWith(paper.minutes, true)
  return (
    <>
      <fieldset className="picks">
        <legend>{words.start_mode()}</legend>
        <Choice
          name="mode"
          value="exam"
          chosen={choices.mode}
          title={words.start_mode_exam()}
          note={words.start_mode_exam_note({ minutes: paper.minutes })}
        />
        <Choice
          name="mode"
          value="practice"
          chosen={choices.mode}
          title={words.start_mode_practice()}
          note={words.start_mode_practice_note()}
        />
      </fieldset>
      {paper.languages.length > 1 && (
        <fieldset className="picks in-line">
          <legend>{words.start_paper_language()}</legend>
          {paper.languages.map((language) => (
            <Choice
              key={language}
              name="language"
              value={language}
              chosen={choices.language}
              title={languageNames[language]}
              lang={language}
            />
          ))}
          <Tick
            name="beside"
            checked={choices.beside}
            title={words.start_beside()}
            note={words.hall_prevails()}
          />
        </fieldset>
      )}
      <fieldset className="picks in-line">
        <legend>{words.start_skin()}</legend>
        {skins.map((skin) => (
          <Choice
            key={skin}
            name="skin"
            value={skin}
            chosen={choices.skin}
            title={skin === 'railway' ? words.start_skin_railway() : words.start_skin_standard()}
          />
        ))}
      </fieldset>
      <fieldset className="picks">
        <legend>{words.start_extra()}</legend>
        <Tick
          name="extraTime"
          checked={choices.extraTime}
          title={words.start_extra_label()}
          note={words.start_extra_note({ minutes: paper.minutes, longer })}
        />
      </fieldset>
    </>
  )
}

function Choice({
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

function Tick({
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

function Declaration({ isMissing, words }: { isMissing: boolean; words: Words }) {
  return (
    <>
      <fieldset className="picks">
        <legend>{words.start_declaration()}</legend>
        <label>
          <input
            type="checkbox"
            name="declared"
            value="yes"
            required
            autoFocus={isMissing}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? 'declared-fault' : undefined}
          />
          <span>{words.start_declaration_text()}</span>
        </label>
        {isMissing && (
          <strong id="declared-fault" className="fault">
            {words.start_declaration_missing()}
          </strong>
        )}
      </fieldset>
      <button className="btn wide">{words.start_ready()}</button>
    </>
  )
}
