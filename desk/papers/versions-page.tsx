import { questionFields, type TextBlock } from '../../authoring/text-format/paper-text.ts'
import type { DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { DifferenceText } from '../ui/difference-text.tsx'
import { messagePage } from '../ui/message-page.tsx'
import { page } from '../ui/page.tsx'
import { maySeeKeys, toBlindReading } from './blind.ts'
import { QuestionPreview } from './question-preview.tsx'
import { questionsOf } from './readings.ts'
import { paperOf, piecesOf, versionsOf, type StoredBlock } from './stored-papers.ts'

/** The versions of a paper. ?of=3 shows what version 3 changed. */
export async function versionsPage(c: DeskContext) {
  const [text, locale, db] = [c.get('text'), c.get('locale'), c.env.DB]
  const slug = c.req.param('slug') ?? ''
  const paper = await paperOf(db, slug)
  if (!paper) return messagePage(c, 404, 'not_found')
  if (!(await maySeeKeys(c, paper))) return toBlindReading(c, paper)
  const versions = await versionsOf(db, slug)
  const asked = c.req.query('of') ?? ''
  const shown = /^\d{1,4}$/.test(asked) ? Number(asked) : paper.version
  const [before, after] = await Promise.all([
    piecesOf(db, slug, shown - 1),
    piecesOf(db, slug, shown),
  ])
  return page(
    c,
    { title: text('versions'), back: `/papers/${slug}` },
    <>
      <div className="lead">
        <p className="small">{slug}</p>
        <h1>{text('version', { version: shown })}</h1>
      </div>
      <Changes before={before} after={after} none={text('no_difference')} />
      <ul className="rows">
        {versions.map(({ version, author, savedAt }) => (
          <li key={version}>
            <a
              href={`/papers/${slug}/versions?of=${version}`}
              aria-current={version === shown ? 'true' : undefined}
            >
              {text('version', { version })}
            </a>
            <span className="small">
              {author} · {momentText(savedAt, locale)}
            </span>
          </li>
        ))}
      </ul>
    </>,
  )
}

/** What one version changed, piece by piece. */
function Changes({
  before,
  after,
  none,
}: {
  before: readonly StoredBlock[]
  after: readonly StoredBlock[]
  none: string
}) {
  const nameOf = ({ mark, name }: TextBlock) => `${mark} ${name}`
  const old = new Map(before.map((piece) => [nameOf(piece), piece]))
  const now = new Map(after.map((piece) => [nameOf(piece), piece]))
  const changed = [...new Set([...now.keys(), ...old.keys()])].filter(
    (name) => old.get(name)?.digest !== now.get(name)?.digest,
  )
  if (changed.length === 0) return <p>{none}</p>
  return changed.map((name) => (
    <div key={name} className="card">
      <DifferenceText before={old.get(name)?.text ?? ''} after={now.get(name)?.text ?? ''} />
    </div>
  ))
}

/** A whole paper as readers see it, with keys and explanations. */
export async function previewPage(c: DeskContext) {
  const text = c.get('text')
  const paper = await paperOf(c.env.DB, c.req.param('slug') ?? '')
  if (!paper) return messagePage(c, 404, 'not_found')
  if (!(await maySeeKeys(c, paper))) return toBlindReading(c, paper)
  return page(
    c,
    { title: text('whole_preview'), back: `/papers/${paper.slug}` },
    <>
      <div className="lead">
        <p className="small">{paper.slug}</p>
        <h1>{text('whole_preview')}</h1>
      </div>
      {questionsOf(paper).map(({ name, number, text: source }) => (
        <section key={name}>
          <QuestionPreview
            id={name}
            number={number}
            fields={questionFields(source, paper.languages)}
            paper={paper}
            text={text}
            hasKey
          />
        </section>
      ))}
    </>,
  )
}
