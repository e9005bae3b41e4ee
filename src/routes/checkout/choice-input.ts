import * as v from 'valibot'
import { gstStateCodes } from '../../../domain/gst-states.ts'
import { providerIds } from '../../../domain/payment.ts'
import type { CheckoutChoice } from '../../addresses/checkout-choice.ts'

const choiceInput = v.object({
  plan: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{1,80}$/))), null),
  by: v.fallback(v.nullable(v.picklist(providerIds)), null),
  coupon: v.fallback(
    v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z0-9-]{1,40}$/)),
    '',
  ),
  credit: v.optional(v.string(), ''),
  state: v.fallback(v.picklist(gstStateCodes), ''),
})

/** Parses the query or the form of a checkout page. Invalid values count as not chosen. */
export function parseChoice(input: Record<string, string>): CheckoutChoice {
  const { by, credit, ...choice } = v.parse(choiceInput, input)
  return { ...choice, provider: by, useCredit: credit !== 'no' }
}
