import { orderShown, questionNamed } from '../../domain/attempt/option-identity.ts'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { Locale } from '../../domain/locale.ts'
import type { Database, Stores } from '../database.ts'
import type { Owner } from '../owner.ts'
import {
  currentTestVersion,
  earlierTestVersion,
  paperVersion,
  type PaperVersion,
  type PaperVersionQuestion,
  type TestVersion,
} from '../papers/paper-versions.ts'
import { notFound, Refusal } from '../strapi/errors.ts'
import type { AttemptRow } from './attempt-row.ts'
import { existingAttempt, requireNewId, startAttempt } from './attempt-start.ts'
import { deliverEvents } from './journal.ts'
import type { ReceivedEvent } from './journal-entries.ts'
import { submitAttempt } from './submission.ts'

/** A whole paper, sent by an HTML form. `answers`: question -> index. `digest`: of the paper that
 *  the form showed, if it is known. `options`: question -> identity of the options it showed. A
 *  question is named by its id or by the beginning of it (`questionNamed`). `earlier`: answers as
 *  in `answers` to an earlier form, which this one has no place for. */
export type FormSubmission = {
  id: string
  test: string
  locale: Locale
  answers: Readonly<Record<string, number>>
  earlier: Readonly<Record<string, number>>
  options: Readonly<Record<string, string>>
  digest: string | null
  /** The answers of a printed answer sheet. */
  onPaper: boolean
}

/** Turns a form into a submitted attempt, once. Each of its three steps is idempotent, so a form
 *  that is sent again after an outage continues where the first one stopped. An option's index is
 *  only valid for the version that the form showed: the attempt is one at that version, if it is
 *  stored; otherwise answers are matched by question and by the identity of its options, and those
 *  that match nothing are kept and do not count. Errors: Refusal 404 for an unknown test, 403
 *  PremiumRequired, 409 PaperChanged if the paper has changed since the form was shown, nobody
 *  began the earlier version, and the form names no identities. */
export async function submitForm(
  stores: Stores,
  owner: Owner,
  sent: FormSubmission,
  now: Date,
): Promise<{ attempt: AttemptRow; isNew: boolean }> {
  const existing = await existingAttempt(stores.own, owner, sent.id)
  if (existing && existing.submitted_at !== null) return { attempt: existing, isNew: false }
  const started = existing ?? (await startFromForm(stores, owner, sent, now))
  const paper = await paperVersion(stores.shared, started.version_id)
  const form = withQuestionIds(sent, paper)
  const { answers, unmatched } =
    started.form_paper === 'changed'
      ? matchedAnswers(form, paper)
      : { answers: form.answers, unmatched: [] }
  const left = Object.keys(form.earlier).filter((question) => !(question in form.answers))
  const { attempt } = await deliverEvents(stores, started, eventsOf(answers, form, now), 0, now, {
    via: 'form',
    unmatched: [...unmatched, ...left].map((question, index) =>
      unmatchedEvent(question, index, form, now),
    ),
  })
  return { attempt: await submitAttempt(stores, attempt, 'reader', now), isNew: true }
}

/** The form with whole ids where the paper has the questions that it names. */
function withQuestionIds(form: FormSubmission, paper: PaperVersion): FormSubmission {
  const ids = paper.questions.map(({ id }) => id)
  const byId = <T>(named: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(named).map(([key, value]) => [questionNamed(key, ids) ?? key, value]),
    )
  return {
    ...form,
    answers: byId(form.answers),
    earlier: byId(form.earlier),
    options: byId(form.options),
  }
}

async function startFromForm(
  stores: Stores,
  owner: Owner,
  { id, locale, ...form }: FormSubmission,
  now: Date,
): Promise<AttemptRow> {
  await requireNewId(stores.shared, id)
  const { test, formPaper } = await shownTestVersion(stores.shared, form, now)
  const { onPaper } = form
  const request = { id, mode: 'form', locale, extraTime: false, useFreeTest: false } as const
  return (await startAttempt(stores, owner, test, { ...request, formPaper, onPaper }, now)).attempt
}

async function shownTestVersion(
  db: Database,
  { test: slug, digest, options }: Pick<FormSubmission, 'test' | 'digest' | 'options'>,
  now: Date,
): Promise<{ test: TestVersion; formPaper: AttemptRow['form_paper'] }> {
  const test = await currentTestVersion(db, slug, now)
  if (!test) throw notFound()
  if (digest === null || digest === test.digest) return { test, formPaper: null }
  const earlier = await earlierTestVersion(db, slug, digest)
  if (earlier) return { test: earlier, formPaper: 'earlier' }
  if (Object.keys(options).length > 0) return { test, formPaper: 'changed' }
  throw new Refusal(409, 'PaperChanged', 'The paper has changed since it was shown', {})
}

/** The answers whose question and option the paper still has, by their identity alone, and the
 *  questions of the others. */
function matchedAnswers({ answers, options }: FormSubmission, paper: PaperVersion) {
  const questions = new Map(paper.questions.map((question) => [question.id, question]))
  const hasFifthCircle = paper.marks.blank !== '0'
  const matched: Record<string, number> = {}
  const unmatched: string[] = []
  for (const id of Object.keys(answers)) {
    const question = questions.get(id)
    const option = question && optionAt(answers[id]!, options[id], question, hasFifthCircle)
    if (option === undefined) unmatched.push(id)
    else matched[id] = option
  }
  return { answers: matched, unmatched }
}

/** The index of the option at a place of the form. undefined: the form showed other options. */
function optionAt(
  place: number,
  identity: string | undefined,
  { texts, optionCount }: PaperVersionQuestion,
  hasFifthCircle: boolean,
): number | undefined {
  if (identity === undefined) return undefined
  const order = Object.values(texts)
    .map(({ options }) => orderShown(options, identity))
    .find((order) => order !== undefined)
  if (place === optionCount) return order && hasFifthCircle ? optionCount : undefined
  return order?.[place]
}

const writer = 'sent-as-form'

/** A form becomes a journal like any other, so that all code that reads attempts can read it. */
const eventsOf = (
  answers: FormSubmission['answers'],
  { locale }: FormSubmission,
  now: Date,
): JournalEvent[] =>
  Object.entries(answers).map(([question, option], index) => ({
    ...{ writer, tick: index + 1, at: now.getTime(), kind: 'save' },
    ...{ question, option, locale, spentMs: 0 },
  }))

const unmatchedEvent = (
  question: string,
  index: number,
  { answers, earlier, options, locale }: FormSubmission,
  now: Date,
): ReceivedEvent => ({
  ...{ id: `sent-unmatched.${index + 1}`, writer: 'sent-unmatched', tick: index + 1 },
  ...{ at: now.getTime(), happenedAt: now.getTime() },
  ...{ isUndated: false, isEarly: false },
  ...{
    kind: 'save',
    question,
    option: null,
    locale,
    spentMs: 0,
    device: null,
    seen: null,
    via: 'form',
  },
  ...{ problem: 'impossible', reason: 'paper-changed' },
  raw: JSON.stringify({
    question,
    option: answers[question] ?? earlier[question],
    identity: options[question],
  }),
})
