import { minutesAllowed, skins } from '../../../domain/attempt/attempt.ts'
import { languageNames } from '../../../domain/locale.ts'
import type { Paper } from '../../../domain/paper.ts'
import type { Messages } from '../../ui/messages.ts'
import type { StartChoices } from './start-form.ts'

/** What the reader chooses before a test: mode, language, colours of the hall, extra time. */
export function Choices({
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
