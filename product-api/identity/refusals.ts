import { Refusal } from '../strapi/errors.ts'

// Strapi's error answers about authentication and permission.

export const forbidden = () => new Refusal(403, 'ForbiddenError', 'Forbidden', {})

export const unauthorized = (
  message: 'Missing or invalid credentials' | 'Invalid credentials' | 'Invalid refresh token',
) => new Refusal(401, 'UnauthorizedError', message, {})

/** The account signed in on another device of the same kind. */
export const signedInElsewhere = () =>
  new Refusal(499, 'SignedInElsewhere', 'This account is in use on another device', {})

/** A well-formed request that the account's state forbids. */
export const applicationError = (message: string) =>
  new Refusal(400, 'ApplicationError', message, {})
