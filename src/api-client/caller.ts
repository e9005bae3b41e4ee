/** What the product API is told of the one who asks. It trusts these headers because only the site
 *  can reach it. */
export type Caller = {
  requestId: string
  deviceKind: 'phone' | 'browser'
  /** IP address. */
  address: string
  userAgent: string
  locale: string
  siteHost: string
}

export const callerHeaders = (caller: Caller): Record<string, string> => ({
  'x-request-id': caller.requestId,
  'x-device-kind': caller.deviceKind,
  'x-client-address': caller.address,
  'x-locale': caller.locale,
  'x-site-host': caller.siteHost,
  'user-agent': caller.userAgent,
})
