import { Refusal } from '../strapi/errors.ts'

/** Keys, explanations and marks are available after the submission only. */
export const notSubmitted = () =>
  new Refusal(403, 'NotSubmitted', 'The test is not submitted yet', {})
