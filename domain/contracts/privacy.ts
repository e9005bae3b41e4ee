import * as v from 'valibot'
import { ageBands } from '../privacy.ts'
import { requestBody, strictRequestBody } from './bodies.ts'
import { email, phone, sixDigits } from './identity.ts'
import { time } from './fields.ts'

// Age, consent and nominee of a member.

export const ageBand = v.picklist(ageBands, `ageBand must be one of: ${ageBands.join(', ')}`)

/** What is absent stays as it is. */
export const privacyChange = strictRequestBody({
  ageBand: v.optional(ageBand),
  /** Consent to letters about new papers and dates of exams; false withdraws it. */
  reminders: v.optional(v.boolean('reminders must be a boolean')),
  /** null or empty: nobody. */
  nominee: v.optional(
    v.nullable(
      v.pipe(
        v.string('nominee must be a string'),
        v.trim(),
        v.maxLength(200, 'nominee is too long'),
        v.transform((text) => (text === '' ? null : text)),
      ),
    ),
  ),
})

export const privacy = v.object({
  /** null: not asked yet. */
  ageBand: v.nullable(ageBand),
  /** The parent of a minor whose consent was confirmed. */
  parent: v.nullable(v.object({ contact: v.string(), confirmedAt: time })),
  reminders: v.object({
    /** false: under 18 without a parent's consent, or the age is not known. */
    isAllowed: v.boolean(),
    isGiven: v.boolean(),
    givenAt: v.nullable(time),
    withdrawnAt: v.nullable(time),
  }),
  nominee: v.nullable(v.string()),
})
export type Privacy = v.InferOutput<typeof privacy>

/** A parent's e-mail address or phone -> { kind, value }. */
export const parentRequest = v.pipe(
  requestBody({ email: v.optional(email), phone: v.optional(phone) }),
  v.check(
    (parent) => (parent.email === undefined) !== (parent.phone === undefined),
    'either email or phone is a required field',
  ),
  v.transform(({ email, phone }) =>
    email === undefined
      ? ({ kind: 'phone', value: phone ?? '' } as const)
      : ({ kind: 'email', value: email } as const),
  ),
)

/** The code that was sent to the parent. */
export const parentConfirmation = requestBody({ code: sixDigits('code') })
