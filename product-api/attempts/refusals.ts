import { Refusal } from '../strapi/errors.ts'

/** Keys, explanations and marks come after the submission. */
export const notSubmitted = () =>
  new Refusal(403, 'NotSubmitted', 'The test is not submitted yet', {})
