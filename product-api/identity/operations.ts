import * as v from 'valibot'
import { listBody, okBody } from '../../domain/contracts/bodies.ts'
import * as contracts from '../../domain/contracts/identity.ts'
import type { Operations, RequestContent } from '../openapi/operation.ts'

const body = (schema: v.GenericSchema): RequestContent => ({
  schema,
  fields: 'in-body',
  isFormAllowed: true,
})
const signedIn = { description: 'Signed in: tokens and user.', schema: contracts.signedIn }
const done = { description: 'Done.', schema: okBody }
const codeSent = { description: 'A code is on its way.', schema: contracts.codeSent }
const tooManyHashes = 'Too many passwords are checked at once; see Retry-After.'
const noSmsGateway = 'No SMS gateway is configured, or it does not answer.'

/** Accounts, ways to sign in, tokens. */
export const identityOperations: Operations = {
  'POST /api/auth/local': {
    operationId: 'signIn',
    summary: 'Signs in by e-mail address, phone number or username, and password.',
    caller: 'public',
    body: body(contracts.signInRequest),
    answers: { 200: signedIn },
    isRateLimited: true,
    refusals: { 503: tooManyHashes },
  },
  'POST /api/auth/local/register': {
    operationId: 'register',
    summary: 'Makes an account with a password, and signs in.',
    caller: 'public',
    body: body(contracts.registrationRequest),
    answers: { 200: signedIn },
    isRateLimited: true,
    refusals: { 503: tooManyHashes },
  },
  'POST /api/auth/local/registerPhone': {
    operationId: 'sendPhoneCode',
    summary: 'Sends a one-time code; within 30 seconds the code on its way stays valid.',
    caller: 'public',
    body: body(contracts.phoneRequest),
    answers: { 200: codeSent },
    isRateLimited: true,
    refusals: { 503: noSmsGateway },
  },
  'POST /api/auth/local/resend-otp': {
    operationId: 'resendPhoneCode',
    summary: 'Sends another one-time code, at the earliest after 30 seconds.',
    caller: 'public',
    body: body(contracts.phoneRequest),
    answers: { 200: codeSent },
    isRateLimited: true,
    refusals: { 503: noSmsGateway },
  },
  'POST /api/auth/local/verifyOtp': {
    operationId: 'verifyPhoneCode',
    summary: 'Signs in by a one-time code; a new number gets an account.',
    caller: 'public',
    body: body(contracts.codeRequest),
    answers: { 200: signedIn },
    isRateLimited: true,
  },
  'GET /api/auth/google/callback': {
    operationId: 'signInByGoogle',
    summary: 'Signs in by an ID token of Google.',
    caller: 'public',
    query: {
      id_token: {
        description: 'What the site got from Google.',
        schema: v.pipe(v.string(), v.nonEmpty()),
        isRequired: true,
      },
      nonce: { description: 'What the site sent to Google.', schema: v.string() },
    },
    answers: { 200: signedIn },
    isRateLimited: true,
    refusals: {
      400: 'The token is not valid, or this way is off.',
      503: 'Google has no keys now.',
    },
  },
  'POST /api/auth/forgot-password': {
    operationId: 'sendResetLetter',
    summary: 'Sends a link to a new password, if there is such an account; never says whether.',
    caller: 'public',
    body: body(contracts.forgotPasswordRequest),
    answers: { 200: done },
    isRateLimited: true,
    refusals: { 503: 'No mail gateway is configured, or the site’s address is not set.' },
  },
  'POST /api/auth/reset-password': {
    operationId: 'resetPassword',
    summary: 'Sets a password by a code from a reset letter, and signs in.',
    caller: 'public',
    body: body(contracts.resetPasswordRequest),
    answers: { 200: signedIn },
    isRateLimited: true,
    refusals: { 503: tooManyHashes },
  },
  'POST /api/auth/change-password': {
    operationId: 'changePassword',
    summary: 'Sets a new password for the old one; other devices are signed out.',
    caller: 'member',
    body: body(contracts.changePasswordRequest),
    answers: { 200: signedIn },
    isRateLimited: true,
    refusals: { 503: tooManyHashes },
  },
  'POST /api/auth/logout': {
    operationId: 'signOut',
    summary: 'Ends the session that calls.',
    caller: 'member',
    answers: { 200: done },
  },
  'POST /api/token/refresh': {
    operationId: 'refreshTokens',
    summary: 'A new pair of tokens for a refresh token, which is used up.',
    caller: 'public',
    body: body(contracts.refreshRequest),
    answers: { 200: { description: 'The new pair.', schema: contracts.tokens } },
    refusals: {
      401: 'The refresh token is used up, over, or none of ours.',
      499: 'The account signed in on another device of the same kind.',
    },
  },
  'GET /api/guest/token': {
    operationId: 'createGuest',
    summary: 'A token for a visitor, under which attempts are kept for half a year.',
    caller: 'public',
    answers: { 200: { description: 'The token.', schema: contracts.guestToken } },
    isRateLimited: true,
  },
  'GET /api/users/me': {
    operationId: 'ownUser',
    summary: 'The member who calls.',
    caller: 'member',
    answers: { 200: { description: 'The user, bare as in Strapi.', schema: contracts.user } },
  },
  'DELETE /api/users/me': {
    operationId: 'deleteOwnUser',
    summary: 'Deletes the account: by its password, or by consent where it has none.',
    caller: 'member',
    body: body(v.union([contracts.deletionByPassword, contracts.deletionByConsent])),
    answers: { 200: done },
    isRateLimited: true,
    refusals: { 503: tooManyHashes },
  },
  'GET /api/users/me/export': {
    operationId: 'exportOwnData',
    summary: 'Everything that is held of the member who calls.',
    caller: 'member',
    answers: { 200: { description: 'By kind of data.', schema: contracts.accountExport } },
  },
  'GET /api/users/{id}': {
    operationId: 'userById',
    summary: 'The member who calls, by number; anybody else is refused.',
    caller: 'member',
    path: { id: { description: 'The member’s number.', schema: v.string(), isRequired: true } },
    answers: { 200: { description: 'The user, bare as in Strapi.', schema: contracts.user } },
  },
  'PUT /api/update-profile': {
    operationId: 'updateProfile',
    summary: 'Sets gender (absent: others) and device_id (absent: unchanged) of the member.',
    caller: 'member',
    body: body(contracts.profileRequest),
    answers: { 200: { description: 'The user afterwards.', schema: contracts.user } },
  },
  'GET /api/sessions': {
    operationId: 'ownSessions',
    summary: 'The devices on which the member is signed in.',
    caller: 'member',
    answers: { 200: { description: 'The devices.', schema: listBody(contracts.device) } },
  },
  'DELETE /api/sessions': {
    operationId: 'signOutEverywhere',
    summary: 'Ends every session of the member.',
    caller: 'member',
    answers: { 200: done },
  },
  'DELETE /api/sessions/{id}': {
    operationId: 'signOutDevice',
    summary: 'Ends one session of the member.',
    caller: 'member',
    path: { id: { description: 'The session.', schema: v.string(), isRequired: true } },
    answers: { 200: done },
    refusals: { 404: 'The member has no such session.' },
  },
}
