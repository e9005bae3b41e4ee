import { awards } from '../../domain/attempt/attempt-result.ts'
import type { KeyDecision } from '../../domain/attempt/marking.ts'
import { locales, recordOfLocales } from '../../domain/locale.ts'
import type { FormFields } from '../../http/request-body.ts'
import type { PossibleRuling } from '../../product-api/scoring/ruling-preview.ts'
import type { NewRulingProposal } from './proposals.ts'
import type { RuledQuestion } from './ruled-question.ts'

// The form of a ruling: `decision`, `accepted.2`, `award`, `locale`, `any-wording`, `reason.kn`,
// `report.{id}`.

export const maxReasonLength = 300

/** Why a ruling cannot be asked for: 'reasons' where only they are missing or too long. */
export type RulingError = 'decision' | 'accepted' | 'reasons'

type Asked =
  | { ok: true; value: NewRulingProposal }
  | { ok: false; error: Exclude<RulingError, 'reasons'> }
  | { ok: false; error: 'reasons'; draft: PossibleRuling }

/** The ruling that a form asks for. Any field may be absent or nonsense. */
export function rulingIn(form: FormFields, question: RuledQuestion): Asked {
  const decision = decisionIn(form, question)
  if (decision === 'decision' || decision === 'accepted') return { ok: false, error: decision }
  const isAnyWording = decision.kind === 'cancel' && form['any-wording'] !== undefined
  const ruling = {
    ...decision,
    questionId: question.id,
    wording: isAnyWording ? null : question.wording,
    locale: question.languages.find((locale) => locale === form.locale) ?? null,
  }
  const reason = recordOfLocales((locale) =>
    (form[`reason.${locale}`] ?? '').replace(/\s+/g, ' ').trim(),
  )
  const isWhole = locales.every(
    (locale) => reason[locale] !== '' && reason[locale].length <= maxReasonLength,
  )
  if (!isWhole) return { ok: false, error: 'reasons', draft: ruling }
  const reports = question.reports.map(({ id }) => id).filter((id) => form[`report.${id}`])
  return { ok: true, value: { ...ruling, question: question.editorId, reason, reports } }
}

function decisionIn(
  form: FormFields,
  { options }: RuledQuestion,
): KeyDecision | 'decision' | 'accepted' {
  if (form.decision === 'cancel') {
    const award = awards.find((one) => one === form.award)
    return award ? { kind: 'cancel', award } : 'decision'
  }
  if (form.decision !== 'accept') return 'decision'
  const accepted = options.flatMap((_, index) => (form[`accepted.${index}`] ? [index] : []))
  return accepted.length === 0 ? 'accepted' : { kind: 'accept', accepted }
}
