import type { FormFields } from '../../http/request-body.ts'
import { withBlockFields, type BlockFields } from '../../authoring/text-format/paper-text.ts'
import { locales, languages } from '../../domain/locale.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { examsIn, type ExamChoice } from './catalogue.ts'
import { headFieldsIn, kindIn, languagesTicked } from './head-form.ts'
import { HeadFields } from './head-fields.tsx'
import { headKeys } from './paper-problems.ts'
import { savePaper } from './stored-papers.ts'

/** What a new paper begins with. */
export const newPaperDefaults: BlockFields = {
  kind: 'model-paper',
  ...{ minutes: '60', right: '1', wrong: '1/4', blank: '0', access: 'free', position: '1' },
}

/** The form of a new paper. Everything but the exam can be changed later. */
export async function newPaperPage(c: DeskContext, form: FormFields = {}, status = 200) {
  const text = c.get('text')
  const exams = await examsIn(c.env.DB, c.get('locale'))
  return page(
    c,
    { title: text('new_paper'), back: '/papers' },
    <>
      <div className="lead">
        <h1>{text('new_paper')}</h1>
        <p>{text('new_paper_lead')}</p>
      </div>
      {status !== 200 && (
        <p className="err" role="alert">
          {text('new_paper_incomplete')}
        </p>
      )}
      <form method="post" action="/papers" className="editor">
        <FormToken value={c.get('formToken')} />
        <ExamAndLanguages exams={exams} c={c} form={form} />
        <HeadFields
          fields={{ ...newPaperDefaults, ...headFieldsIn(form, c.get('now')) }}
          locales={locales}
          text={text}
          errorOf={() => undefined}
        />
        <button className="btn wide">{text('begin_paper')}</button>
      </form>
    </>,
    status,
  )
}

/** Which exam a paper belongs to, and its languages. */
export function ExamAndLanguages({
  c,
  exams,
  form,
}: {
  c: DeskContext
  exams: readonly ExamChoice[]
  form: FormFields
}) {
  const text = c.get('text')
  const isNew = form.exam === undefined
  return (
    <>
      <label className="f">
        <span className="l">{text('exam')}</span>
        <select name="exam" defaultValue={form.exam ?? ''} required>
          <option value="">{text('choose')}</option>
          {exams.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend className="small">{text('paper_languages')}</legend>
        <div className="chips">
          {locales.map((locale) => (
            <label key={locale} lang={locale}>
              <input
                type="checkbox"
                name={`language.${locale}`}
                defaultChecked={
                  isNew ? locale === c.get('locale') : form[`language.${locale}`] !== undefined
                }
              />
              {languages[locale].name}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** The head of a new paper from a form; null where exam or language is missing. */
export async function newHead(
  c: DeskContext,
  form: FormFields,
): Promise<{ slug: string; exam: string; head: string; languages: string } | null> {
  const exams = await examsIn(c.env.DB, c.get('locale'))
  const exam = exams.find(({ slug }) => slug === form.exam)
  const ticked = languagesTicked(form, locales)
  if (!exam || ticked.length === 0) return null
  const slug = await freeSlug(c, `${exam.slug}-${kindIn(form)}`)
  const fields = { ...newPaperDefaults, ...headFieldsIn(form, c.get('now')) }
  const others = locales.filter((locale) => !ticked.includes(locale))
  for (const locale of others) {
    fields[`title ${locale}`] = ''
    fields[`about ${locale}`] = ''
  }
  const named = { ...fields, paper: slug, exam: exam.slug, languages: ticked.join(' ') }
  const head = withBlockFields({ mark: 'head', name: '', text: '' }, headKeys, named)
  return { slug, exam: exam.slug, head, languages: ticked.join(' ') }
}

/** A name that no paper has: 'vao-paper-1-model-paper-3'. */
async function freeSlug(c: DeskContext, stem: string): Promise<string> {
  const { results } = await c.env.DB.prepare(
    `SELECT slug FROM practice_tests WHERE slug LIKE ?1
     UNION SELECT slug FROM desk_papers WHERE slug LIKE ?1`,
  )
    .bind(`${stem}-%`)
    .all<{ slug: string }>()
  const taken = new Set(results.map(({ slug }) => slug))
  for (let number = 1; ; number++) if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`
}

export async function createPaper(c: DeskContext, form: FormFields) {
  const made = await newHead(c, form)
  if (!made) return newPaperPage(c, form, 422)
  const { slug, exam, head } = made
  const saved = await savePaper(
    c.env.DB,
    { slug, exam, source: `${head}\n`, expected: 0 },
    operatorOf(c),
    c.get('now'),
  )
  return saved.ok ? c.redirect(`/papers/${slug}`, 303) : newPaperPage(c, form, 409)
}
