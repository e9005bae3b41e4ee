import * as v from 'valibot'
import { dataBody, listBody, okBody } from '../../domain/contracts/bodies.ts'
import * as contracts from '../../domain/contracts/identity.ts'
import * as passkeys from '../../domain/contracts/passkeys.ts'
import type { Operations, RequestContent } from '../openapi/operation.ts'

const body = (schema: v.GenericSchema): RequestContent => ({
  schema,
  fields: 'in-body',
  isFormAllowed: true,
})
const signedIn = { description: 'Signed in: tokens and user.', schema: contracts.signedIn }
const done = { description: 'Done.', schema: okBody }
const codeSent = { description: 'A code was sent.', schema: contracts.codeSent }
const tooManyHashes = 'Too many passwords are checked at once; see Retry-After.'
const humanCheck = 'A token of Turnstile is needed, in X-Turnstile-Token.'
const noSiteAddress = 'The site’s address is not set.'
const noSmsGateway = 'No SMS gateway is configured, or it does not answer.'

/** Calls about accounts, signing in and tokens. */
export const identityOperations: Operations = {
  'POST /api/auth/local': {
    operationId: 'signIn',
    summary: 'Signs in by e-mail address, phone number or username, and password.',
    caller: 'public',
    body: body(contracts.signInRequest),
    answers: { 200: signedIn },
    isRateLimited: true,
    refusals: { 403: humanCheck, 503: tooManyHashes },
  },
  'POST /api/auth/local/register': {
    operationId: 'register',
    summary: 'Creates an account with a password and signs in.',
    caller: 'public',
    body: body(contracts.registrationRequest),
    answers: { 200: signedIn },
    isRateLimited: true,
    refusals: { 403: humanCheck, 503: tooManyHashes },
  },
  'POST /api/auth/local/registerPhone': {
    operationId: 'sendPhoneCode',
    summary: 'Sends a one-time code; not a second one within 30 seconds.',
    caller: 'public',
    body: body(contracts.phoneRequest),
    answers: { 200: codeSent },
    isRateLimited: true,
    refusals: { 403: humanCheck, 503: noSmsGateway },
  },
  'POST /api/auth/local/resend-otp': {
    operationId: 'resendPhoneCode',
    summary: 'Sends another one-time code, at most every 30 seconds.',
    caller: 'public',
    body: body(contracts.phoneRequest),
    answers: { 200: codeSent },
    isRateLimited: true,
    refusals: { 403: humanCheck, 503: noSmsGateway },
  },
  'POST /api/auth/local/verifyOtp': {
    operationId: 'verifyPhoneCode',
    summary: 'Signs in by a one-time code; creates the account of a new number.',
    caller: 'public',
    body: body(contracts.codeRequest),
    answers: { 200: signedIn },
    isRateLimited: true,
  },
  'GET /api/auth/google/callback': {
    operationId: 'signInByGoogle',
    summary: 'Signs in with a Google ID token.',
    caller: 'public',
    query: {
      id_token: {
        description: 'The ID token that Google issued to the site.',
        schema: v.pipe(v.string(), v.nonEmpty()),
        isRequired: true,
      },
      nonce: { description: 'The nonce that the site sent to Google.', schema: v.string() },
      user_source: { description: 'The campaign of a new member.', schema: v.string() },
    },
    answers: { 200: signedIn },
    isRateLimited: true,
    refusals: {
      400: 'The token is invalid, or sign-in with Google is not configured.',
      503: 'Google’s signing keys cannot be fetched.',
    },
  },
  'POST /api/auth/passkey/options': {
    operationId: 'passkeySignInOptions',
    summary: 'What a browser needs to sign in by a passkey (WebAuthn), for five minutes.',
    caller: 'public',
    answers: { 200: { description: 'The options.', schema: passkeys.passkeySignInOptions } },
    isRateLimited: true,
    refusals: { 503: noSiteAddress },
  },
  'POST /api/auth/passkey': {
    operationId: 'signInByPasskey',
    summary: 'Signs in by the answer of the device, once, in the browser that asked.',
    caller: 'public',
    body: { ...body(passkeys.passkeySignInRequest), isFormAllowed: false },
    answers: { 200: signedIn },
    isRateLimited: true,
    refusals: { 503: noSiteAddress },
  },
  'GET /api/passkeys': {
    operationId: 'ownPasskeys',
    summary: 'The devices on which the member can sign in by fingerprint.',
    caller: 'member',
    answers: { 200: { description: 'The passkeys.', schema: listBody(passkeys.passkey) } },
  },
  'POST /api/passkeys/options': {
    operationId: 'newPasskeyOptions',
    summary: 'What a browser needs to make a passkey, within 15 minutes after signing in.',
    caller: 'member',
    answers: { 200: { description: 'The options.', schema: passkeys.newPasskeyOptions } },
    isRateLimited: true,
    refusals: { 403: 'The member has to sign in again.', 503: noSiteAddress },
  },
  'POST /api/passkeys': {
    operationId: 'addPasskey',
    summary: 'Adds a passkey by the answer of the device, and tells the member by mail or SMS.',
    caller: 'member',
    body: { ...body(passkeys.newPasskeyRequest), isFormAllowed: false },
    answers: { 200: { description: 'The passkey.', schema: dataBody(passkeys.passkey) } },
    refusals: { 503: noSiteAddress },
  },
  'DELETE /api/passkeys/{id}': {
    operationId: 'removePasskey',
    summary: 'Removes a passkey of the member.',
    caller: 'member',
    path: { id: { description: 'The passkey.', schema: v.string(), isRequired: true } },
    answers: { 200: done },
    refusals: { 404: 'The member has no such passkey.' },
  },
  'POST /api/auth/forgot-password': {
    operationId: 'sendResetMail',
    summary: 'Mails a reset link if the account exists. The answer never says whether it does.',
    caller: 'public',
    body: body(contracts.forgotPasswordRequest),
    answers: { 200: done },
    isRateLimited: true,
    refusals: { 503: 'No mail gateway is configured, or the site’s address is not set.' },
  },
  'POST /api/auth/reset-password': {
    operationId: 'resetPassword',
    summary: 'Sets a password by the code of a reset mail, and signs in.',
    caller: 'public',
    body: body(contracts.resetPasswordRequest),
    answers: { 200: signedIn },
    isRateLimited: true,
    refusals: { 503: tooManyHashes },
  },
  'POST /api/auth/change-password': {
    operationId: 'changePassword',
    summary: 'Changes the password and signs out other devices.',
    caller: 'member',
    body: body(contracts.changePasswordRequest),
    answers: { 200: signedIn },
    isRateLimited: true,
    refusals: { 503: tooManyHashes },
  },
  'POST /api/auth/logout': {
    operationId: 'signOut',
    summary: 'Ends the session of the token.',
    caller: 'member',
    answers: { 200: done },
  },
  'POST /api/token/refresh': {
    operationId: 'refreshTokens',
    summary: 'Exchanges a refresh token, once, for a new pair of tokens.',
    caller: 'public',
    body: body(contracts.refreshRequest),
    answers: { 200: { description: 'The new pair.', schema: contracts.tokens } },
    refusals: {
      401: 'The refresh token is used, expired or unknown.',
      499: 'The account signed in on another device of the same kind.',
    },
  },
  'GET /api/guest/token': {
    operationId: 'createGuest',
    summary: 'A token for a visitor; attempts under it are stored for 180 days.',
    caller: 'public',
    answers: { 200: { description: 'The token.', schema: contracts.guestToken } },
    refusals: { 401: 'The bearer token of a guest, to be renewed, has expired or is forgotten.' },
    isRateLimited: true,
  },
  'GET /api/users/me': {
    operationId: 'ownUser',
    summary: 'The member who calls.',
    caller: 'member',
    answers: {
      200: { description: 'The user, without `data` as in Strapi.', schema: contracts.user },
    },
  },
  'DELETE /api/users/me': {
    operationId: 'deleteOwnUser',
    summary: 'Deletes the account. Requires its password, or `confirm` if it has none.',
    caller: 'member',
    body: body(v.union([contracts.deletionByPassword, contracts.deletionByConsent])),
    answers: { 200: done },
    isRateLimited: true,
    refusals: { 503: tooManyHashes },
  },
  'GET /api/users/me/export': {
    operationId: 'exportOwnData',
    summary: 'All personal data of the member who calls.',
    caller: 'member',
    answers: { 200: { description: 'The data by kind.', schema: contracts.accountExport } },
  },
  'GET /api/users/{id}': {
    operationId: 'userById',
    summary: 'The member who calls, by id; other ids get a 403.',
    caller: 'member',
    path: { id: { description: 'The member’s id.', schema: v.string(), isRequired: true } },
    answers: {
      200: { description: 'The user, without `data` as in Strapi.', schema: contracts.user },
    },
  },
  'PUT /api/update-profile': {
    operationId: 'updateProfile',
    summary: 'Sets gender (absent: others), username, name and device_id (absent: unchanged).',
    caller: 'member',
    body: body(contracts.profileRequest),
    answers: { 200: { description: 'The user afterwards.', schema: contracts.user } },
  },
  'POST /api/contact-change': {
    operationId: 'changeContact',
    summary: 'Sends a code to a new e-mail address or phone of the member.',
    caller: 'member',
    body: body(contracts.contactChangeRequest),
    answers: { 200: { description: 'A code was sent.', schema: contracts.contactCodeSent } },
    isRateLimited: true,
    refusals: { 503: 'No gateway is configured, or too many passwords are checked at once.' },
  },
  'POST /api/contact-change/confirm': {
    operationId: 'confirmContact',
    summary: 'Makes a contact the member’s own by its code; other devices are signed out.',
    caller: 'member',
    body: body(contracts.contactConfirmationRequest),
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
