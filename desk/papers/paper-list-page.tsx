import { textStates } from '../ui/state-steps.tsx'
import type { DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { examsIn } from './catalogue.ts'
import { filePapers } from './file-papers.ts'
import { papersAtDesk, titleOf } from './stored-papers.ts'

/** The papers of the desk by exam and state, and those of the files, which can be taken over.
 *  ?exam= and ?state= narrow the list. */
export async function paperListPage(c: DeskContext) {
  const [text, locale, db] = [c.get('text'), c.get('locale'), c.env.DB]
  const { exam: wantedExam = '', state: wantedState = '' } = c.req.query()
  const [exams, all, fromFiles] = await Promise.all([
    examsIn(db, locale),
    papersAtDesk(db),
    filePapers(db, wantedExam, locale),
  ])
  const papers = all.filter(
    ({ exam, state }) =>
      (wantedExam === '' || exam === wantedExam) && (wantedState === '' || state === wantedState),
  )
  const shownExams = exams.filter(({ slug }) => papers.some(({ exam }) => exam === slug))
  return page(
    c,
    { title: text('nav_papers') },
    <>
      <div className="lead">
        <h1>{text('nav_papers')}</h1>
        <p>{text('papers_lead')}</p>
      </div>
      <p className="chips">
        <a href="/papers/new">{text('new_paper')}</a>
        <a href="/papers/bring-in">{text('bring_in')}</a>
      </p>
      <form method="get" action="/papers" className="two">
        <label className="f">
          <span className="l">{text('exam')}</span>
          <select name="exam" defaultValue={wantedExam}>
            <option value="">{text('all')}</option>
            {exams.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="f">
          <span className="l">{text('state')}</span>
          <select name="state" defaultValue={wantedState}>
            <option value="">{text('all')}</option>
            {textStates.map((state) => (
              <option key={state} value={state}>
                {text(`state_${state}`)}
              </option>
            ))}
          </select>
        </label>
        <button className="btn quiet">{text('show')}</button>
      </form>
      {papers.length === 0 && <p>{text('no_papers')}</p>}
      {shownExams.map(({ slug: exam, name }) => (
        <section key={exam}>
          <h2>{name}</h2>
          <ul className="rows">
            {papers
              .filter((paper) => paper.exam === exam)
              .map(({ slug, head, state, author, savedAt, blocks }) => (
                <li key={slug}>
                  <span>
                    <a href={`/papers/${slug}`}>{titleOf({ slug, head }, locale)}</a>
                    <small>
                      {author} · {momentText(savedAt, locale)} ·{' '}
                      {text('parts_count', { count: blocks.length - 1 })}
                    </small>
                  </span>
                  <span className="tag">{text(`state_${state}`)}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {wantedExam !== '' && fromFiles.length > 0 && (
        <section>
          <h2>{text('papers_of_files')}</h2>
          <p className="small">{text('papers_of_files_hint')}</p>
          <ul className="rows">
            {fromFiles.map(({ slug, title, titleLocale }) => (
              <li key={slug}>
                <span>
                  <span lang={titleLocale}>{title}</span>
                  <small>{slug}</small>
                </span>
                <form method="post" action="/papers/take-over">
                  <FormToken value={c.get('formToken')} />
                  <input type="hidden" name="slug" value={slug} />
                  <button className="btn quiet small">{text('take_over')}</button>
                </form>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>,
  )
}
