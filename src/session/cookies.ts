/** The cookies that identify a reader. All are sealed (encrypted and authenticated). */
export const sessionCookie = '__Host-session'
export const guestCookie = '__Host-guest'
/** The browser itself, across sign-outs (device.ts). */
export const deviceCookie = '__Host-device'
/** A sign-out that the product API has not heard of yet (pending-sign-out.ts). */
export const signOutCookie = '__Host-signed-out'

/** 'true': the app opened a page with ?webview=true within the last day. */
export const webviewCookie = '__Host-webview'

/** Set by script: this browser has notes for the home page (client/device/today-notes.ts). It
 *  identifies nobody. */
export const todayCookie = 'today'

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
