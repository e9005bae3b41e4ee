/** What the site tells the product API about the browser that sent a request, as headers. The
 *  product API trusts them, because only the site can reach it. */
export type ClientInfo = {
  requestId: string
  deviceKind: 'phone' | 'browser'
  /** IP address. */
  address: string
  userAgent: string
  locale: string
  siteHost: string
}

export const clientInfoHeaders = (caller: ClientInfo): Record<string, string> => ({
  'x-request-id': caller.requestId,
  'x-device-kind': caller.deviceKind,
  'x-client-address': caller.address,
  'x-locale': caller.locale,
  'x-site-host': caller.siteHost,
  'user-agent': caller.userAgent,
})
