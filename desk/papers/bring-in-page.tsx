import { fileEndings, type Unrecognised } from '../../authoring/recognition/document.ts'
import { authoritativeLocale, locales } from '../../domain/locale.ts'
import type { FormFields } from '../../http/request-body.ts'
import type { DeskContext } from '../desk-env.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { examsIn, topicsIn } from './catalogue.ts'
import { HeadFields } from './head-fields.tsx'
import { headFieldsIn } from './head-form.ts'
import { ExamAndLanguages, newPaperDefaults } from './new-paper.tsx'

export const maxFileBytes = 8_000_000

/** Why nothing was brought in. */
export type BringInRefusal = Unrecognised | { kind: 'no-exam' | 'nothing' | 'again' }

type Shown = { form: FormFields; refusal: BringInRefusal | null }

/** The form by which a paper comes from a file or a pasted text. A refused form keeps what was
 *  typed; browsers do not let a page keep the file. */
export async function bringInPage(c: DeskContext, { form, refusal }: Shown, status = 200) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const [exams, topics] = await Promise.all([examsIn(c.env.DB, locale), topicsIn(c.env.DB, locale)])
  return page(
    c,
    { title: text('bring_in'), back: '/papers', hasScript: true },
    <>
      <div className="lead">
        <h1>{text('bring_in')}</h1>
        <p>{text('bring_in_lead')}</p>
      </div>
      {refusal && <Refusal c={c} refusal={refusal} />}
      <form
        method="post"
        action="/papers/bring-in"
        encType="multipart/form-data"
        className="editor"
        data-upload={maxFileBytes}
      >
        <FormToken value={c.get('formToken')} />
        <FileField c={c} />
        <Field
          name="text"
          label={text('bring_text')}
          hint={text('bring_text_hint')}
          value={form.text ?? ''}
          rows={4}
        />
        <ExamAndLanguages exams={exams} c={c} form={form} />
        <label className="f">
          <span className="l">{text('bring_topic')}</span>
          <select name="topic" defaultValue={form.topic ?? ''}>
            <option value="">{text('bring_topic_none')}</option>
            {topics.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <details className="card">
          <summary>{text('about_this_paper')}</summary>
          <div className="editor">
            <HeadFields
              fields={{ ...newPaperDefaults, ...headFieldsIn(form, c.get('now')) }}
              locales={locales}
              text={text}
              errorOf={() => undefined}
            />
          </div>
        </details>
        <button className="btn wide">{text('bring_in')}</button>
        <UploadState c={c} />
      </form>
    </>,
    status,
  )
}

function FileField({ c }: { c: DeskContext }) {
  const text = c.get('text')
  return (
    <div className="f drop" data-drop>
      <label htmlFor="file">{text('bring_file')}</label>
      <input
        id="file"
        type="file"
        name="file"
        accept={fileEndings.map((ending) => `.${ending}`).join()}
        aria-describedby="file-hint"
      />
      <span className="hint" id="file-hint">
        {text('bring_file_hint', { megabytes: maxFileBytes / 1_000_000 })}
      </span>
      <p className="err" data-upload-say="too-large" hidden>
        {text('unrecognised_too_large')}
      </p>
    </div>
  )
}

/** Hidden until the page's script shows how far it is. */
function UploadState({ c }: { c: DeskContext }) {
  const text = c.get('text')
  return (
    <div role="status" className="f">
      <div data-upload-say="sending" hidden>
        <p>{text('bring_sending')}</p>
        <progress max={1} aria-label={text('bring_sending')} />
      </div>
      <div data-upload-say="reading" hidden>
        <p>{text('bring_reading')}</p>
        <progress aria-label={text('bring_reading')} />
      </div>
      <p className="err" data-upload-say="broken" hidden>
        {text('bring_broken')}
      </p>
    </div>
  )
}

function Refusal({ c, refusal }: { c: DeskContext; refusal: BringInRefusal }) {
  const text = c.get('text')
  const { line, detail } = { line: undefined, detail: undefined, ...refusal }
  const key = `unrecognised_${refusal.kind.replaceAll('-', '_') as RefusalKey}` as const
  return (
    <div className="say bad" role="alert">
      <b>{text(key)}</b>
      <p>{text('bring_kept')}</p>
      {detail !== undefined && (
        <p>
          {line !== undefined && `${text('bring_line', { line })}: `}
          <span lang={authoritativeLocale}>{detail}</span>
        </p>
      )}
    </div>
  )
}

type RefusalKey =
  | ('no_exam' | 'nothing' | 'again' | 'unknown_ending' | 'too_many_lines' | 'no_questions')
  | ('broken' | 'not_this_kind' | 'too_large' | 'too_many_pages' | 'protected' | 'no_text')
