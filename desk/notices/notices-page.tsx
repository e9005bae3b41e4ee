import { languages, locales } from '../../domain/locale.ts'
import { noticeKinds, noticePlaces, shownFromMs } from '../../domain/notice.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import { momentText } from '../ui/dates.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { ActionButton } from '../ui/second-person.tsx'
import { examsIn, type ExamChoice } from '../papers/catalogue.ts'
import { maxNoticeLength, type NoticeProblem, type TypedNotice } from './notice-form.ts'
import { openNotices, type StoredNotice } from './stored-notices.ts'

type Shown = { typed?: TypedNotice; problem?: NoticeProblem }

/** Notices that are shown or wait, and the form of a new one. */
export async function noticesPage(c: DeskContext, shown: Shown) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const [found, exams] = await Promise.all([
    openNotices(c.env.DB, c.get('now')),
    examsIn(c.env.DB, locale),
  ])
  return page(
    c,
    { title: text('nav_notices') },
    <>
      <div className="lead">
        <h1>{text('nav_notices')}</h1>
        <p>{text('notices_lead')}</p>
      </div>
      {found.length === 0 && <p>{text('no_notices')}</p>}
      {found.map((notice) => (
        <NoticeCard key={notice.id} c={c} notice={notice} exams={exams} />
      ))}
      <NoticeForm c={c} exams={exams} {...shown} />
    </>,
    shown.problem === undefined ? 200 : 422,
  )
}

function NoticeCard({
  c,
  notice,
  exams,
}: {
  c: DeskContext
  notice: StoredNotice
  exams: readonly ExamChoice[]
}) {
  const [text, locale] = [c.get('text'), c.get('locale')]
  const { id, kind, place, exam, from, until, texts, state, proposedBy, proposer } = notice
  const { id: own, role } = operatorOf(c)
  const mayApprove = role === 'reviewer' || role === 'owner'
  const isOwn = proposedBy === own
  const button = (path: string, label: string, className: string) => (
    <ActionButton {...{ c, label, className, action: `/notices/${id}/${path}` }} />
  )
  const where =
    place === 'exam'
      ? (exams.find(({ slug }) => slug === exam)?.name ?? exam)
      : text(`notice_${place}`)
  const begins = shownFromMs(notice) > c.get('now').getTime() ? 'notice_later' : 'notice_now'
  return (
    <article className="card">
      <div className="rowline">
        <h2>{text(`notice_${kind}`)}</h2>
        <span className="tag">{text(state === 'proposed' ? 'second_person' : begins)}</span>
      </div>
      {locales.map((one) => (
        <p key={one} lang={one}>
          {texts[one]}
        </p>
      ))}
      <p className="small">
        {where} · {momentText(from, locale)} – {momentText(until, locale)} · {proposer}
      </p>
      {state === 'proposed' && isOwn && <p>{text('own_proposal_note')}</p>}
      <div className="chips">
        {state === 'proposed' && mayApprove && !isOwn && button('approve', text('agree'), 'btn')}
        {state === 'proposed' && button('decline', text('decline'), 'btn quiet')}
        {state === 'approved' && mayApprove && button('end', text('end_given'), 'btn stop')}
      </div>
    </article>
  )
}

function NoticeForm({
  c,
  exams,
  typed,
  problem,
}: { c: DeskContext; exams: readonly ExamChoice[] } & Shown) {
  const text = c.get('text')
  const choice = (name: string, label: string, value: string, choices: [string, string][]) => (
    <label className="f">
      <span className="l">{label}</span>
      <select name={name} defaultValue={value}>
        {choices.map(([one, shown]) => (
          <option key={one} value={one}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  )
  const moment = (name: 'from' | 'until', label: string, clock: string) => (
    <div className="two">
      <Field name={`${name}Day`} type="date" label={label} value={typed?.[`${name}Day`] ?? ''} />
      <Field
        name={`${name}Time`}
        type="time"
        label={text('from_clock')}
        value={typed?.[`${name}Time`] ?? clock}
      />
    </div>
  )
  return (
    <form method="post" action="/notices" className="card">
      <FormToken value={c.get('formToken')} />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <h2>{text('new_notice')}</h2>
      {problem && (
        <p className="err" role="alert">
          {text(`notice_error_${problem}`)}
        </p>
      )}
      <div className="two">
        {choice(
          'kind',
          text('notice_kind'),
          typed?.kind ?? 'notice',
          noticeKinds.map((kind) => [kind, text(`notice_${kind}`)]),
        )}
        {choice(
          'place',
          text('notice_place'),
          typed?.place ?? 'everywhere',
          noticePlaces.map((place) => [place, text(`notice_${place}`)]),
        )}
      </div>
      {choice('exam', text('notice_of_exam'), typed?.exam ?? '', [
        ['', '–'],
        ...exams.map(({ slug, name }): [string, string] => [slug, name]),
      ])}
      {moment('from', text('notice_from'), '00:00')}
      {moment('until', text('notice_until'), '23:59')}
      {locales.map((locale) => (
        <Field
          key={locale}
          name={`text.${locale}`}
          label={text('notice_text', { language: languages[locale].name })}
          value={typed?.texts[locale] ?? ''}
          rows={2}
          lang={locale}
          maxLength={maxNoticeLength}
        />
      ))}
      <p className="small">{text('notice_hint')}</p>
      <button className="btn quiet">{text('ask_for_change')}</button>
    </form>
  )
}
