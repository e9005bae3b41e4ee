import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import { parseFraction } from '../../../domain/attempt/fraction.ts'
import {
  changeText,
  compareMarks,
  partOfMarks,
  percentText,
  scoreText,
  subtractMarks,
  type Marks,
} from '../../../domain/attempt/marks.ts'
import type { PatternFact } from '../../../domain/pattern-sheet.ts'
import type { ProgressPaper } from '../../../domain/study/progress.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { attemptResultPath } from '../../addresses/paths.ts'
import { dateText } from '../../ui/dates.ts'
import { FormField } from '../../ui/form-field.tsx'
import { messagesFor } from '../../ui/messages.ts'
import { ScoreLine } from './score-line.tsx'

/** What the reader typed as target, and did not pass. */
export type TypedTarget = { percent: string } | null

/** Scores across papers with target and pass mark, and the papers as a table. `passFact`: the
 *  source of the pass mark; without one no line is drawn. */
export function Scores({
  page,
  exam,
  papers,
  target,
  passFact,
  typed,
}: {
  page: PageContext
  exam: string
  papers: readonly ProgressPaper[]
  target: number | null
  passFact: PatternFact | null
  typed: TypedTarget
}) {
  const messages = messagesFor(page.locale)
  const share = papers.at(-1)?.qualifying ?? null
  const passMark = passFact === null || share === null ? null : parseFraction(share)
  return (
    <section>
      <h2 id="scores">{messages.progress_scores()}</h2>
      <p className="small">{messages.progress_scores_about()}</p>
      {papers.length < 2 ? (
        <p>{messages.progress_one_paper()}</p>
      ) : (
        <ScoreLine
          page={page}
          papers={papers}
          target={target}
          passMark={passMark && passMark.numerator / passMark.denominator}
        />
      )}
      <p className="small">
        {passMark && passFact ? (
          <PassSource page={page} fact={passFact} />
        ) : (
          messages.progress_no_cut_off()
        )}
      </p>
      <PaperTable page={page} papers={papers} target={target} />
      <TargetForm page={page} exam={exam} target={target} typed={typed} />
    </section>
  )
}

function PassSource({
  page,
  fact: { value, source, url },
}: {
  page: PageContext
  fact: PatternFact
}) {
  const text = messagesFor(page.locale).progress_pass_source({ value, source })
  return url === null ? text : <a href={url}>{text}</a>
}

function PaperTable({
  page,
  papers,
  target,
}: {
  page: PageContext
  papers: readonly ProgressPaper[]
  target: number | null
}) {
  const messages = messagesFor(page.locale)
  return (
    <table className="breakdown" aria-labelledby="scores">
      <thead>
        <tr>
          <th scope="col">{messages.progress_paper()}</th>
          <th scope="col">{messages.result_marks()}</th>
          {target !== null && <th scope="col">{messages.progress_missing()}</th>}
        </tr>
      </thead>
      <tbody>
        {papers.toReversed().map(({ id, title, test, submittedAt, score, maximum }) => {
          const named = bestTextOf(title, page.locale)
          return (
            <tr key={id}>
              <th scope="row">
                <a
                  href={localizedPath(attemptResultPath(id), page.locale)}
                  lang={named?.locale === page.locale ? undefined : named?.locale}
                >
                  {named?.text ?? test}
                </a>
                <small>{dateText(submittedAt, page.locale)}</small>
              </th>
              <td>
                {scoreText(score)} / {scoreText(maximum)}
                <br />
                <small>{percentText(score, maximum)}</small>
              </td>
              {target !== null && (
                <td>{changeText(subtractMarks(score, targetMarks(maximum, target)))}</td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const targetMarks = (maximum: Marks, percent: number) => partOfMarks(maximum, `${percent}/100`)

/** The marks missing to the target in a paper; null where it was reached. */
export function missingMarks({ score, maximum }: ProgressPaper, percent: number): Marks | null {
  const needed = targetMarks(maximum, percent)
  return compareMarks(score, needed) < 0 ? subtractMarks(needed, score) : null
}

function TargetForm({
  page,
  exam,
  target,
  typed,
}: {
  page: PageContext
  exam: string
  target: number | null
  typed: TypedTarget
}) {
  const messages = messagesFor(page.locale)
  return (
    <form className="target" method="post" action={localizedPath('/progress/target', page.locale)}>
      <input type="hidden" name="exam" value={exam} />
      <FormField
        name="percent"
        label={messages.progress_target_set()}
        hint={messages.progress_target_hint()}
        value={typed?.percent ?? (target === null ? '' : String(target))}
        error={typed ? messages.progress_target_wrong() : undefined}
        autoFocus={typed !== null}
        inputMode="numeric"
        maxLength={3}
      />
      <button className="btn quiet">{messages.progress_save()}</button>
    </form>
  )
}
