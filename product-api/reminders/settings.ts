import * as v from 'valibot'

/** The Worker's bindings for reminders, before validation. */
export type ReminderBindings = {
  /** The key pair of RFC 8292: base64url of the point (65 bytes) and, a secret, of the number. */
  VAPID_PUBLIC_KEY?: string
  VAPID_PRIVATE_KEY?: string
  /** mailto: or https: whom push services may write to. */
  VAPID_SUBJECT?: string
  /** Push services that readers' browsers may name. */
  PUSH_HOSTS?: string
  /** Receives { to, title, text, url, tag } for the app's device tokens. */
  PUSH_GATEWAY_URL?: string
  /** Secret. */
  PUSH_GATEWAY_TOKEN?: string
  /** The sites, the first of which links in mails lead to; also a setting of payments. */
  SITE_ORIGINS?: string
}

/** Those of Chrome and other Chromium browsers, Firefox, Safari and Windows. */
const knownPushHosts = [
  ...['fcm.googleapis.com', 'updates.push.services.mozilla.com'],
  ...['*.push.apple.com', '*.notify.windows.com'],
]

const text = v.optional(v.pipe(v.string(), v.trim()), '')
const list = v.pipe(
  text,
  v.transform((value) => value.split(/[\s,]+/).filter((entry) => entry !== '')),
)
const hostPattern = /^(?:(?:\*\.)?[\w-]+(?:\.[\w-]+)+|http:\/\/(?:localhost|127\.0\.0\.1):\d+)$/

const settingsSchema = v.pipe(
  v.object({
    VAPID_PUBLIC_KEY: v.pipe(text, v.regex(/^$|^[\w-]{87}$/, 'is no public key of P-256')),
    VAPID_PRIVATE_KEY: v.pipe(text, v.regex(/^$|^[\w-]{43}$/, 'is no private key of P-256')),
    VAPID_SUBJECT: v.pipe(text, v.regex(/^$|^(mailto:|https:)\S+$/, 'is no mailto: or https:')),
    PUSH_HOSTS: v.pipe(
      list,
      v.everyItem((host) => hostPattern.test(host), 'has what is no host'),
    ),
    PUSH_GATEWAY_URL: text,
    PUSH_GATEWAY_TOKEN: text,
    SITE_ORIGINS: list,
  }),
  v.transform((given) => {
    const [publicKey, privateKey] = [given.VAPID_PUBLIC_KEY, given.VAPID_PRIVATE_KEY]
    const [url, token] = [given.PUSH_GATEWAY_URL, given.PUSH_GATEWAY_TOKEN]
    return {
      vapid:
        publicKey === '' || privateKey === '' || given.VAPID_SUBJECT === ''
          ? null
          : { publicKey, privateKey, subject: given.VAPID_SUBJECT },
      pushHosts: given.PUSH_HOSTS.length > 0 ? given.PUSH_HOSTS : knownPushHosts,
      app: url === '' || token === '' ? null : { url, token },
      siteOrigin: given.SITE_ORIGINS[0] ?? null,
    }
  }),
)

export type ReminderSettings = v.InferOutput<typeof settingsSchema>
export type VapidSettings = NonNullable<ReminderSettings['vapid']>

/** Parses the settings of reminders. What is absent is not sent. Errors: throws a sentence that
 *  names every invalid setting. */
export function reminderSettings(env: ReminderBindings): ReminderSettings {
  const parsed = v.safeParse(settingsSchema, env)
  if (parsed.success) return parsed.output
  const errors = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`)
  throw new Error(`Settings: ${errors.join('; ')}`)
}

/** Whether the address is one of a push service: an https address without port, user or password at
 *  one of the hosts, or below a local origin of the setting. Readers post these addresses and this
 *  Worker sends requests to them, so nothing else may pass (server-side request forgery). */
export function isPushEndpoint(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { origin, protocol, hostname, port, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (hosts.includes(origin)) return true
  if (protocol !== 'https:' || port !== '') return false
  return hosts.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  )
}
