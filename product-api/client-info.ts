import type { Context } from 'hono'
import { defaultLocale, isLocale, type Locale } from '../domain/locale.ts'
import type { ApiEnv } from './env.ts'

export type DeviceKind = 'phone' | 'browser'

/** The client, from headers that the site sets. They are trusted, because this Worker has no public
 *  URL: only the site can call it. */
export type ClientInfo = {
  deviceKind: DeviceKind
  userAgent: string
  /** An IPv4 address, an IPv6 /64, or 'unknown'. Limits count by it. */
  address: string
  /** An IPv4 /24 or an IPv6 /48, which is what one customer of a provider gets; or 'unknown'. */
  network: string
  /** The browser, by the site's sealed cookie; '' for a client without one. */
  deviceId: string
  /** The accounts that were signed in on this browser before. */
  knownUserIds: readonly number[]
  locale: Locale
  /** The site's host, with its port if it has one. */
  siteHost: string | null
}

/** The device, where this user was signed in on it before; null on any other. */
export const knownDeviceOf = (
  { deviceId, knownUserIds }: ClientInfo,
  userId: number | undefined,
) => (deviceId !== '' && userId !== undefined && knownUserIds.includes(userId) ? deviceId : null)

export const unknownNetwork = 'unknown'

const maxUserAgentLength = 300

export function clientInfo(c: Context<ApiEnv>): ClientInfo {
  const host = c.req.header('x-site-host') ?? ''
  const locale = c.req.header('x-locale')
  return {
    deviceKind: c.req.header('x-device-kind') === 'phone' ? 'phone' : 'browser',
    userAgent: (c.req.header('user-agent') ?? '').slice(0, maxUserAgentLength),
    ...networksOf(c.req.header('x-client-address') ?? ''),
    deviceId: /^[\w-]{16,64}$/.exec(c.req.header('x-device-id') ?? '')?.[0] ?? '',
    knownUserIds: (c.req.header('x-known-users') ?? '').split(',').slice(0, 10).map(Number),
    locale: isLocale(locale) ? locale : defaultLocale,
    siteHost: /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i.test(host) ? host.toLowerCase() : null,
  }
}

/** A network that has one IPv6 address has 2^64 of them, so they are counted as one; who rents a
 *  server has 2^16 such networks in a /48. */
function networksOf(address: string): { address: string; network: string } {
  const v4 = /^(?:::ffff:)?((?:\d{1,3}\.){3})(\d{1,3})$/i.exec(address)
  if (v4) return { address: `${v4[1]}${v4[2]}`, network: `${v4[1]}0/24` }
  if (!/^[0-9a-f:]{2,39}$/i.test(address) || !address.includes(':'))
    return { address: unknownNetwork, network: unknownNetwork }
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
  return { address: groups.slice(0, 4).join(':'), network: `${groups.slice(0, 3).join(':')}/48` }
}
