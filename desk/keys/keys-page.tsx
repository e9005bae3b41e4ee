import { rulingTextFor } from '../../product-api/scoring/ruling-texts.ts'
import type { DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { Field } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { decisionText } from './decision-text.ts'
import { decidedRulings, type DecidedRuling } from './decided-rulings.ts'
import { openRulings } from './proposals.ts'
import { keyPath } from './ruled-question.ts'

type Searched = { paper: string; number: string; isFound: boolean }

/** Where a question is found, the rulings that wait, and those that were made with how far their
 *  rescoring is. */
export async function keysPage(c: DeskContext, { paper, number, isFound }: Searched, status = 200) {
  const text = c.get('text')
  const [open, { rulings, untold }] = await Promise.all([
    openRulings(c.env.DB),
    decidedRulings(c.env.DB),
  ])
  return page(
    c,
    { title: text('nav_keys') },
    <>
      <div className="lead">
        <h1>{text('nav_keys')}</h1>
        <p>{text('keys_lead')}</p>
      </div>
      <form method="get" action="/keys" className="card">
        <h2>{text('find_question')}</h2>
        <div className="two">
          <Field
            name="paper"
            label={text('paper_slug')}
            hint={text('paper_slug_hint')}
            value={paper}
            error={isFound ? undefined : text('no_such_question')}
          />
          <Field
            name="number"
            label={text('question_of_paper')}
            value={number}
            inputMode="numeric"
          />
        </div>
        <button className="btn">{text('find')}</button>
      </form>
      {open.length > 0 && (
        <section>
          <h2>{text('rulings_waiting')}</h2>
          <ul className="rows">
            {open.map(({ id, question, proposer, proposedAt, ...decision }) => (
              <li key={id}>
                <span>
                  <a href={keyPath(question)}>{question}</a>
                  <small>
                    {decisionText(decision, text)} · {proposer} ·{' '}
                    {momentText(proposedAt, c.get('locale'))}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{text('rulings_made')}</h2>
        {rulings.length === 0 && <p>{text('no_rulings')}</p>}
        <ul className="rows">
          {rulings.map((ruling) => (
            <RulingItem key={ruling.id} c={c} ruling={ruling} />
          ))}
        </ul>
        {untold > 0 && <p role="status">{text('results_untold', { count: untold })}</p>}
      </section>
    </>,
    status,
  )
}

function RulingItem({ c, ruling }: { c: DeskContext; ruling: DecidedRuling }) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { question, reason, decidedAt, changes, expected, isSettled } = ruling
  return (
    <li>
      <span>
        <a href={keyPath(question)}>{question}</a>
        <small>
          {decisionText(ruling, text)} · {momentText(decidedAt, locale)}
        </small>
        <small>{rulingTextFor(reason, locale)}</small>
        {!isSettled && expected !== null && expected > 0 && (
          <progress
            max={expected}
            value={Math.min(changes, expected)}
            aria-label={text('rescoring')}
          />
        )}
      </span>
      <span className="tags">
        <span className={isSettled ? 'tag' : 'tag warn'}>
          {isSettled ? text('scores_changed', { count: changes }) : text('rescoring')}
        </span>
        {!isSettled && (
          <span className="small">
            {text('rescoring_of', { count: changes, of: expected ?? '–' })}
          </span>
        )}
      </span>
    </li>
  )
}
