import { failed, ok, type Result } from '../../../domain/result.ts'
import type { PaymentContext } from '../payment-context.ts'
import { acknowledge } from './acknowledgements.ts'
import {
  askProvider,
  correctPayment,
  type Correction,
  type CorrectionError,
} from './corrections.ts'
import { resolveReview, type ReviewDecision, type ReviewError } from './resolve-review.ts'

/** What the operator does about a payment: asks its provider, decides a review, corrects the books,
 *  or acknowledges a discrepancy that nothing mends. */
export type Resolution =
  | { kind: 'ask' }
  | { kind: 'review'; decision: ReviewDecision; reason: string }
  | { kind: 'correction'; correction: Correction; reason: string }
  | { kind: 'acknowledgement'; discrepancy: string; reason: string }

/** Carries a resolution out. Returns a sentence with the result. Errors: a sentence with the
 *  reason. */
export async function resolvePayment(
  context: PaymentContext,
  id: string,
  resolution: Resolution,
): Promise<Result<string, string>> {
  switch (resolution.kind) {
    case 'ask': {
      const row = await askProvider(context, id)
      return row ? ok(`${id}: ${row.state}`) : failed(correctionErrors['not-found'])
    }
    case 'review': {
      const { decision, reason } = resolution
      const resolved = await resolveReview(context, id, decision, reason)
      return resolved.ok
        ? ok(`${id}: ${resolved.value.state}`)
        : failed(reviewErrors[resolved.error])
    }
    case 'correction': {
      const corrected = await correctPayment(context, id, resolution.correction, resolution.reason)
      return corrected.ok
        ? ok(`${id}: ${resolution.correction} is done`)
        : failed(correctionErrors[corrected.error])
    }
    case 'acknowledgement': {
      const { discrepancy, reason } = resolution
      const done = await acknowledge(context, discrepancy, id, reason)
      return done.ok
        ? ok(`${id}: ${discrepancy} is acknowledged`)
        : failed(reviewErrors['no-reason'])
    }
  }
}

const reviewErrors: Record<ReviewError, string> = {
  'not-in-review': 'The payment is not flagged for review.',
  'no-reason': 'A --reason is needed.',
  'no-answer': 'The provider did not answer; nothing has changed.',
  'not-received': 'The provider has received no money for it; use --decline.',
  'not-ours':
    'The currency, order or payee differs, so it cannot be accepted; use --refund or --decline.',
  'money-received': 'The money is in the account; use --accept or --refund.',
  changed: 'The payment was changed meanwhile; look at it again.',
}

const correctionErrors: Record<CorrectionError, string> = {
  'not-found': 'There is no such transaction.',
  'no-reason': 'A --reason is needed.',
  'nothing-to-do': 'The books need no such correction.',
}
