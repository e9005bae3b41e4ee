import * as v from 'valibot'

/** The body of every error answer of the product API: Strapi's error body. */
export const errorBody = v.object({
  data: v.null(),
  error: v.object({
    status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
    /** The kind of error within its status: 'ValidationError', 'PremiumRequired'. */
    name: v.string(),
    /** English, for developers. */
    message: v.string(),
    /** Data for clients; its fields depend on `name`. */
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

/** Details of a RateLimitError; the Retry-After header has the same value. */
export const retryDetails = v.object({ retryAfterSeconds: v.pipe(v.number(), v.minValue(0)) })

/** Why a premium paper is refused. sign-in: the caller is a guest; plan: no plan covers the paper
 *  and the free premium test is used; free-test-available: the free premium test can be used for
 *  it. */
export const premiumReasons = ['sign-in', 'plan', 'free-test-available'] as const

/** Details of PremiumRequired. */
export const premiumDetails = v.object({ reason: v.picklist(premiumReasons) })
