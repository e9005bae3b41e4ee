import * as v from 'valibot'

/** Every refusal of the product API, whatever its status: Strapi's error body. */
export const errorBody = v.object({
  data: v.null(),
  error: v.object({
    status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
    /** Tells refusals of one status apart: 'ValidationError', 'PremiumRequired'. */
    name: v.string(),
    /** English, for developers. */
    message: v.string(),
    /** What a client may act on; its fields depend on `name`. */
    details: v.optional(v.record(v.string(), v.unknown())),
  }),
})
export type ErrorBody = v.InferOutput<typeof errorBody>

/** Details of a ValidationError about fields of a body. */
export const fieldErrors = v.object({
  errors: v.array(
    v.object({
      path: v.array(v.string()),
      message: v.string(),
      name: v.literal('ValidationError'),
    }),
  ),
})

/** Details of a RateLimitError; the Retry-After header says the same. */
export const retryDetails = v.object({ retryAfterSeconds: v.pipe(v.number(), v.minValue(0)) })

/** Why a premium paper is refused: nobody is signed in; no plan covers the paper and the account's
 *  free premium test is used; or that test can still be used for it. */
export const premiumReasons = ['sign-in', 'plan', 'free-test-available'] as const

/** Details of PremiumRequired. */
export const premiumDetails = v.object({ reason: v.picklist(premiumReasons) })
