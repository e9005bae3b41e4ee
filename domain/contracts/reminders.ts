import * as v from 'valibot'
import { reminderKinds } from '../reminders.ts'
import { requestBody } from './bodies.ts'
import { locale, slug, time } from './fields.ts'

// Reminders: consent by kind, the devices that receive them, quiet hours.

const kind = v.picklist(reminderKinds, `kind must be one of: ${reminderKinds.join(', ')}`)
const hour = (name: string) =>
  v.pipe(
    v.number(`${name} must be a number`),
    v.integer(`${name} must be an hour`),
    v.minValue(0, `${name} must be an hour`),
    v.maxValue(23, `${name} must be an hour`),
  )

const bytes = (name: string, length: number) =>
  v.pipe(
    v.string(`${name} must be a string`),
    v.regex(/^[\w+/-]+={0,2}$/, `${name} must be base64url`),
    v.transform((text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
    v.length(length, `${name} has a wrong length`),
  )

/** What browsers give (PushSubscription.toJSON, Push API). Other members are ignored. */
export const pushSubscription = v.object({
  endpoint: v.pipe(
    v.string('endpoint must be a string'),
    v.maxLength(1000, 'endpoint is too long'),
    v.check((text) => URL.canParse(text), 'endpoint must be a URL'),
  ),
  keys: v.object({
    /** A point of P-256, uncompressed: 65 bytes. */
    p256dh: bytes('p256dh', 87),
    /** 16 bytes. */
    auth: bytes('auth', 22),
  }),
})
export type PushSubscriptionJson = v.InferOutput<typeof pushSubscription>

/** Agrees to one kind. `exam`: of which live mocks; `device`: which receives them. */
export const reminderRequest = requestBody({
  kind,
  locale,
  exam: v.optional(slug),
  device: v.optional(pushSubscription),
})

export const reminderSettingsRequest = requestBody({
  quietFrom: hour('quietFrom'),
  quietTo: hour('quietTo'),
  /** Also by e-mail, to the confirmed address of the account. */
  byMail: v.boolean('byMail must be true or false'),
})

/** A device whose browser has replaced its subscription. */
export const pushDeviceRequest = requestBody({
  device: pushSubscription,
  formerEndpoint: v.optional(v.pipe(v.string(), v.maxLength(1000))),
})

export const endReminderRequest = requestBody({
  token: v.pipe(v.string('token must be a string'), v.maxLength(100, 'token is too long')),
})

export const endedReminder = v.object({ kind })

/** What the reader agreed to, and where it is sent. */
export const reminders = v.object({
  /** Those that are on. */
  kinds: v.array(v.object({ kind, agreedAt: time })),
  quietFrom: hour('quietFrom'),
  quietTo: hour('quietTo'),
  byMail: v.boolean(),
  /** Whether the account has a confirmed e-mail address, and letters can be sent. */
  isMailPossible: v.boolean(),
  /** Whether the app on the phone of this account receives them. */
  isAppReached: v.boolean(),
  /** A member who has not said their age, or is under 18 without the consent of a parent, may not
   *  agree. */
  isAllowed: v.boolean(),
  devices: v.array(v.object({ id: v.string(), userAgent: v.string(), createdAt: time })),
})
export type Reminders = v.InferOutput<typeof reminders>
