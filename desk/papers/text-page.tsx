import type { FormFields } from '../../http/request-body.ts'
import { readPaper } from '../../authoring/text-format/paper.ts'
import { authoritativeLocale } from '../../domain/locale.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { DifferenceText } from '../ui/difference-text.tsx'
import { DraftNotices } from '../ui/draft-notices.tsx'
import { FormToken } from '../ui/fields.tsx'
import { messagePage } from '../ui/message-page.tsx'
import { page } from '../ui/page.tsx'
import { maySeeKeys, toBlindReading } from './blind.ts'
import { versionIn } from './question-form.ts'
import { filePathOf, paperOf, savePaper, type Paper } from './stored-papers.ts'

const formId = 'editor'

/** What was typed and not saved: because somebody else saved meanwhile, or because it is not the
 *  text of this paper. */
type Unsaved = { source: string; reason: 'conflict' | 'other_paper' | 'too_long' }

/** A whole paper as text, in the format of content/README.md. */
export async function showText(c: DeskContext, unsaved: Unsaved | null, status = 200) {
  const text = c.get('text')
  const paper = await paperOf(c.env.DB, c.req.param('slug') ?? '')
  if (!paper) return messagePage(c, 404, 'not_found')
  if (!(await maySeeKeys(c, paper))) return toBlindReading(c, paper)
  const source = unsaved?.source ?? paper.source
  const { problems } = readPaper(filePathOf(paper), paper.source)
  const path = `/papers/${paper.slug}/text`
  return page(
    c,
    {
      title: text('whole_text'),
      back: `/papers/${paper.slug}`,
      editor: formId,
      hasScript: true,
      actions: (
        <div className="row">
          <button className="btn" form={formId}>
            {text('save')}
          </button>
        </div>
      ),
    },
    <>
      <DraftNotices text={text} />
      {unsaved && <UnsavedNote c={c} paper={paper} unsaved={unsaved} />}
      <div className="lead">
        <h1>{text('whole_text')}</h1>
        <p>{text('whole_text_hint')}</p>
      </div>
      {problems.length > 0 && (
        <ul className="rows" lang={authoritativeLocale}>
          {problems.slice(0, 20).map(({ line, reason }, index) => (
            <li key={index}>
              {line}: {reason}
            </li>
          ))}
        </ul>
      )}
      <form
        method="post"
        action={path}
        id={formId}
        encType="multipart/form-data"
        data-draft={paper.version}
        data-draft-state={unsaved ? 'unsaved' : undefined}
      >
        <FormToken value={c.get('formToken')} />
        <input type="hidden" name="version" value={paper.version} />
        <div className="f">
          <label htmlFor="source">{paper.slug}</label>
          <textarea id="source" name="source" rows={24} className="source" defaultValue={source} />
        </div>
      </form>
    </>,
    status,
  )
}

function UnsavedNote({ c, paper, unsaved }: { c: DeskContext; paper: Paper; unsaved: Unsaved }) {
  const text = c.get('text')
  if (unsaved.reason !== 'conflict')
    return (
      <div className="say bad" role="alert">
        <b>{text(unsaved.reason === 'too_long' ? 'text_too_long' : 'text_of_other_paper')}</b>
      </div>
    )
  return (
    <div className="say warn" role="alert">
      <b>{text('question_conflict_title', { name: paper.author })}</b>
      <p>{text('question_conflict', { at: momentText(paper.savedAt, c.get('locale')) })}</p>
      <DifferenceText before={paper.source} after={unsaved.source} />
    </div>
  )
}

const maxLength = 400_000
const maxPieceLength = 40_000

/** Whether a text is more than a paper may have. */
export function isTooLong(source: string): boolean {
  const pieces = source.split(/^(?:==|>>>|---) /m)
  return (
    source.length > maxLength ||
    pieces.length > 300 ||
    pieces.some((piece) => piece.length > maxPieceLength)
  )
}

/** Saves a whole paper as text. */
export async function saveText(c: DeskContext, form: FormFields) {
  const paper = await paperOf(c.env.DB, c.req.param('slug') ?? '')
  if (!paper) return messagePage(c, 404, 'not_found')
  const { slug, exam } = paper
  const source = (form.source ?? '').replace(/\r\n?/g, '\n')
  if (isTooLong(source)) return showText(c, { source, reason: 'too_long' }, 422)
  const { paper: read } = readPaper(filePathOf(paper), source)
  if (read.slug !== slug || read.exam !== exam)
    return showText(c, { source, reason: 'other_paper' }, 422)
  const saving = { slug, exam, source, expected: versionIn(form) }
  const saved = await savePaper(c.env.DB, saving, operatorOf(c), c.get('now'))
  if (!saved.ok) return showText(c, { source, reason: 'conflict' }, 409)
  return c.redirect(`/papers/${slug}?saved`, 303)
}
