import type { JournalEvent } from '../../domain/attempt/journal.ts'
import type { Locale } from '../../domain/locale.ts'
import type { Database } from '../database.ts'
import type { Owner } from '../owner.ts'
import { currentTestVersion, earlierTestVersion } from '../papers/paper-versions.ts'
import { notFound, Refusal } from '../strapi/errors.ts'
import type { AttemptRow } from './attempt-row.ts'
import { existingAttempt, startAttempt } from './attempt-start.ts'
import { deliverEvents } from './journal.ts'
import { submitAttempt } from './submission.ts'

/** The answers to a whole paper, sent by an HTML form. `answers`: question -> option index.
 *  `digest`: the digest of the paper that the form showed, if the form has one. */
export type FormSubmission = {
  id: string
  test: string
  locale: Locale
  answers: Readonly<Record<string, number>>
  digest: string | null
}

/** Turns a form into a submitted attempt, once. Each of its three steps is idempotent, so a form
 *  that is sent again after an outage continues where the first one stopped. Errors: Refusal 404
 *  for an unknown test, 403 PremiumRequired, 409 PaperChanged if the paper has changed since the
 *  form was shown and nobody began the earlier version. */
export async function submitForm(
  db: Database,
  owner: Owner,
  form: FormSubmission,
  now: Date,
): Promise<{ attempt: AttemptRow; isNew: boolean }> {
  const existing = await existingAttempt(db, owner, form.id)
  if (existing && existing.submitted_at !== null) return { attempt: existing, isNew: false }
  const started = existing ?? (await startFromForm(db, owner, form, now))
  const { attempt } = await deliverEvents(db, started, eventsOf(form, now), 0, now)
  return { attempt: await submitAttempt(db, attempt, 'reader', now), isNew: true }
}

async function startFromForm(
  db: Database,
  owner: Owner,
  { id, locale, ...form }: FormSubmission,
  now: Date,
): Promise<AttemptRow> {
  const test = await shownTestVersion(db, form, now)
  const request = { id, mode: 'form', locale, extraTime: false, useFreeTest: false } as const
  return (await startAttempt(db, owner, test, request, now)).attempt
}

/** An option's index is only valid for the version that the form showed. */
async function shownTestVersion(
  db: Database,
  { test: slug, digest }: Pick<FormSubmission, 'test' | 'digest'>,
  now: Date,
) {
  const current = await currentTestVersion(db, slug, now)
  if (!current) throw notFound()
  if (digest === null || digest === current.digest) return current
  const earlier = await earlierTestVersion(db, slug, digest)
  if (!earlier)
    throw new Refusal(409, 'PaperChanged', 'The paper has changed since it was shown', {})
  return earlier
}

/** A form is stored as a journal, so that all code for attempts can read it. */
const eventsOf = ({ answers, locale }: FormSubmission, now: Date): JournalEvent[] =>
  Object.entries(answers).map(([question, option], index) => ({
    ...{ writer: 'sent-as-form', tick: index + 1, at: now.getTime(), kind: 'save' },
    ...{ question, option, locale, spentMs: 0 },
  }))
