import type { JournalEvent } from '../../domain/attempt/journal.ts'
import { notFound, Refusal } from '../strapi/errors.ts'
import type { AttemptRow, Owner } from './attempt-row.ts'
import { testOfNow, testOfThen } from './freeze.ts'
import type { Locale } from './frozen-paper.ts'
import { deliver } from './journal.ts'
import { begin, begunBefore } from './start.ts'
import { submit } from './submission.ts'

/** A whole paper as a form sends it. `answers`: question -> index. `digest`: of the paper that the form showed, if it is known. */
export type SentForm = {
  id: string
  test: string
  locale: Locale
  answers: Readonly<Record<string, number>>
  digest: string | null
}

/** Makes a submitted attempt of a form, once. Each of its three steps can be repeated, so whoever sends it again after an outage
 *  goes on where it broke off. Errors: Refusal 404 for no such test, 403 PremiumRequired, 409 PaperChanged where the paper
 *  was changed since the form was shown and nobody has taken it as it was. */
export async function takeForm(
  db: D1Database,
  owner: Owner,
  form: SentForm,
  now: Date,
): Promise<{ attempt: AttemptRow; isNew: boolean }> {
  const earlier = await begunBefore(db, owner, form.id)
  if (earlier && earlier.submitted_at !== null) return { attempt: earlier, isNew: false }
  const { attempt } = earlier ? { attempt: earlier } : await beginForm(db, owner, form, now)
  const delivery = await deliver(db, attempt, eventsOf(form, now), 0, now)
  return { attempt: await submit(db, delivery.attempt, 'reader', now), isNew: true }
}

async function beginForm(
  db: D1Database,
  owner: Owner,
  { id, locale, ...form }: SentForm,
  now: Date,
) {
  const test = await testShown(db, form, now)
  const beginning = { id, mode: 'form', locale, extraTime: false, useFreeTest: false } as const
  return begin(db, owner, test, beginning, now)
}

/** An index means nothing to another paper than the one that was shown. */
async function testShown(
  db: D1Database,
  { test: slug, digest }: Pick<SentForm, 'test' | 'digest'>,
  now: Date,
) {
  const current = await testOfNow(db, slug, now)
  if (!current) throw notFound()
  if (digest === null || digest === current.digest) return current
  const then = await testOfThen(db, slug, digest)
  if (!then) throw new Refusal(409, 'PaperChanged', 'The paper has changed since it was shown', {})
  return then
}

/** A form becomes a journal like any other, so that everything that reads attempts reads it too. */
const eventsOf = ({ answers, locale }: SentForm, now: Date): JournalEvent[] =>
  Object.entries(answers).map(([question, option], index) => ({
    ...{ writer: 'sent-as-form', tick: index + 1, at: now.getTime(), kind: 'save' },
    ...{ question, option, locale, spentMs: 0 },
  }))
