import type { Context } from 'hono'
import { defaultLocale, isLocale, type Locale } from '../domain/locale.ts'
import type { ApiEnv } from './env.ts'

export type DeviceKind = 'phone' | 'browser'

/** What the site's headers say about the browser that asks. They are trusted, because this Worker
 *  has no public address: only the site can call it. */
export type ClientInfo = {
  deviceKind: DeviceKind
  userAgent: string
  /** An IPv4 address, the first half of an IPv6 address, or 'unknown'. Rate limits count by it. */
  address: string
  locale: Locale
  /** The site's host, with its port if it has one. */
  siteHost: string | null
}

const maxUserAgentLength = 300

export function clientInfo(c: Context<ApiEnv>): ClientInfo {
  const host = c.req.header('x-site-host') ?? ''
  const locale = c.req.header('x-locale')
  return {
    deviceKind: c.req.header('x-device-kind') === 'phone' ? 'phone' : 'browser',
    userAgent: (c.req.header('user-agent') ?? '').slice(0, maxUserAgentLength),
    address: networkOf(c.req.header('x-client-address') ?? ''),
    locale: isLocale(locale) ? locale : defaultLocale,
    siteHost: /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i.test(host) ? host.toLowerCase() : null,
  }
}

/** A network that has one IPv6 address has 2^64 of them, so they are counted as one. */
function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  if (v4 !== undefined) return v4
  if (!/^[0-9a-f:]{2,39}$/i.test(address) || !address.includes(':')) return 'unknown'
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
