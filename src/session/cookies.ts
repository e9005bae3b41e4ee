/** The cookies by which a browser is known here. Both are sealed: their content is ours alone. */
export const sessionCookie = '__Host-session'
export const guestCookie = '__Host-guest'

/** For this site alone, and for no script. */
export const ownCookieAttributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'Lax',
} as const

/** Whether the request brings a session cookie, valid or not. Cost: a search in the header; nothing
 *  is decrypted. */
export const hasSessionCookie = (request: Request) =>
  request.headers.get('cookie')?.includes(`${sessionCookie}=`) === true
