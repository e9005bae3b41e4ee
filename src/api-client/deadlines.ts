/** How long the site waits for the product API, in milliseconds. */
export const deadlines = {
  /** First attempt of a public read: long enough for a busy database, short enough to leave time
   *  for a second. */
  firstReadMs: 4000,
  /** Both attempts of a public read together: a page is not awaited longer. */
  readMs: 6000,
  /** A second attempt of a public read is not begun with less than this left. */
  minSecondReadMs: 500,
  /** A call in somebody's name, which may ask a payment provider or hash a password on the way. */
  callMs: 10_000,
  /** A call that is repeatable is repeated once, if its first attempt failed sooner than this: what
   *  took long is not begun again while the reader waits. */
  repeatWithinMs: 3000,
  /** A webhook. PhonePe waits three to five seconds for an answer, and sends again what was not
   *  answered. */
  webhookMs: 10_000,
  /** A picture, which is resized before anything is answered. */
  mediaMs: 8000,
  /** How long a sign-out waits for the product API to end the session; the cookie goes in any
   *  case. */
  signOutMs: 2000,
} as const
