/** The cookies that identify a reader. Both are sealed (encrypted and authenticated). */
export const sessionCookie = '__Host-session'
export const guestCookie = '__Host-guest'

/** Sent to this site only, and not readable by script. */
export const siteCookieAttributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'Lax',
} as const

/** Whether the request has a session cookie, valid or not. Cost: a search in the header; nothing is
 *  decrypted. */
export const hasSessionCookie = (request: Request) =>
  request.headers.get('cookie')?.includes(`${sessionCookie}=`) === true
