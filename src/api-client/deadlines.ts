/** Time limits of requests to the product API, in milliseconds. */
export const deadlines = {
  /** First request of a public read: enough for a busy database, and leaves time for a second. */
  firstReadMs: 4000,
  /** Both requests of a public read together. */
  readMs: 6000,
  /** A public read is repeated only if at least this much of `readMs` is left. */
  minSecondReadMs: 500,
  /** A call. The product API may call a payment provider or hash a password for it. */
  callMs: 10_000,
  /** A repeatable call is repeated only if it failed within this time, so that the reader does not
   *  wait for `callMs` twice. */
  repeatWithinMs: 3000,
  /** A webhook. Providers give up after a few seconds and deliver it again later. */
  webhookMs: 10_000,
  /** An image, which is resized before the first byte is sent. */
  mediaMs: 8000,
  /** A sign-out. The cookie is deleted in any case. */
  signOutMs: 2000,
} as const
