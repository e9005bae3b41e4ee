import { questionFields } from '../../authoring/text-format/paper-text.ts'
import type { DeskMessages } from '../messages.ts'
import type { PaperProblem } from './paper-problems.ts'
import { markupOf } from './question-preview.tsx'
import { questionPath } from './question-page.tsx'
import { differenceAt, type Reading } from './readings.ts'
import type { Paper } from './stored-papers.ts'

/** The questions of a paper, section by section, each with what is open about it. */
export function QuestionList({
  paper,
  problems,
  readings,
  text,
}: {
  paper: Paper
  problems: readonly (readonly PaperProblem[])[]
  readings: readonly Reading[]
  text: DeskMessages
}) {
  let number = 0
  const rows = paper.pieces.map((piece, index) => {
    if (piece.mark === 'head' || piece.mark === 'passage') return null
    if (piece.mark === 'section') {
      const locale = paper.languages[0]!
      const name = new RegExp(`^name ${locale}: (.*)$`, 'm').exec(piece.text)?.[1] ?? piece.name
      return (
        <li key={`section ${piece.name}`} className="section-row">
          <h2 lang={locale}>{name}</h2>
        </li>
      )
    }
    number++
    const { stem } = questionFields(piece.text, paper.languages)
    const locale = paper.languages.find((one) => (stem[one] ?? '') !== '')
    const open = problems[index]?.length ?? 0
    const isDoubtful = problems[index]?.some(({ kind }) => kind === 'doubt') ?? false
    const difference = differenceAt(piece, readings)
    const own = readings.filter(({ digest }) => digest === piece.digest)
    return (
      <li key={piece.digest + String(index)}>
        <span>
          <a href={questionPath(paper.slug, piece.name)}>
            {number}.{' '}
            <span lang={locale}>
              {locale === undefined
                ? text('empty_question')
                : shortened(markupOf(stem[locale], locale))}
            </span>
          </a>
          {own
            .filter(({ remark }) => remark !== '')
            .map(({ reader, remark }) => (
              <small key={reader}>
                {reader}: {remark}
              </small>
            ))}
        </span>
        <span className="tags">
          {difference && <span className="tag bad">{text('reading_differs')}</span>}
          {!difference && own.length > 0 && <span className="tag">{text('reading_agrees')}</span>}
          {open > 0 && (
            <span className={isDoubtful ? 'tag warn' : 'tag bad'}>
              {text('to_correct', { count: open })}
            </span>
          )}
        </span>
      </li>
    )
  })
  return <ol className="rows questions">{rows}</ol>
}

/** One line of a question. */
function shortened(stem: string): string {
  const plain = stem.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  return plain.length <= 110 ? plain : `${plain.slice(0, 109).replace(/\s\S*$/, '')}…`
}
