import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { authoritativeLocale, locales } from '../../../domain/locale.ts'

/** /.well-known/security.txt, where researchers look for a contact (RFC 9116). */
export const securityTxt = new Hono<AppEnv>()

const dayMs = 24 * 3600_000
/** RFC 9116 recommends less than a year. Computed for each answer, so it is never in the past. */
const validDays = 90

securityTxt.get('/.well-known/security.txt', (c) => {
  const { config, brand, page } = c.var
  const contact = config.SECURITY_CONTACT || `mailto:${brand.supportEmail}`
  const expires = new Date(Math.ceil(Date.now() / dayMs + validDays) * dayMs)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${[...new Set([authoritativeLocale, ...locales])].join(', ')}`,
    `Canonical: ${page.origin}/.well-known/security.txt`,
    ...(config.SECURITY_POLICY_URL === '' ? [] : [`Policy: ${config.SECURITY_POLICY_URL}`]),
  ]
  c.header('cache-control', 'public, max-age=3600')
  return c.text(`${lines.join('\n')}\n`)
})
