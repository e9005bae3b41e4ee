import * as v from 'valibot'
import {
  endedReminder,
  pushSubscription,
  reminders,
  type Reminders,
} from '../../domain/contracts/reminders.ts'
import type { Locale } from '../../domain/locale.ts'
import type { ReminderKind } from '../../domain/reminders.ts'
import type { Result } from '../../domain/result.ts'
import { parseJson } from '../../http/request-body.ts'
import type { ApiClient } from './client.ts'
import type { ApiError } from './errors.ts'
import { dataOf } from './strapi.ts'

// What the reader agreed to be reminded of. `api`: `reader.api`.

export type { Reminders }
type Answer = Promise<Result<Reminders, ApiError>>
const path = '/api/reminders'
const answer = dataOf(reminders)

/** A browser's subscription, as it stringifies it; null: none. */
export function parseDevice(text: string) {
  const parsed = parseJson(text, pushSubscription)
  return parsed.ok ? parsed.value : null
}
type Device = v.InferOutput<typeof pushSubscription>

export const ownReminders = (api: ApiClient): Answer => api.call('GET', path, answer)

/** Errors: http-error 400 where the member may not agree, or the device is of no push service. */
export const agreeToReminder = (
  api: ApiClient,
  body: { kind: ReminderKind; locale: Locale; exam?: string; device?: Device },
): Answer => api.call('POST', path, answer, { body })

export const endReminder = (api: ApiClient, kind: ReminderKind): Answer =>
  api.call('DELETE', `${path}/${kind}`, answer)

export const updateReminders = (
  api: ApiClient,
  body: { quietFrom: number; quietTo: number; byMail: boolean },
): Answer => api.call('PUT', path, answer, { body })

export const replaceDevice = (api: ApiClient, device: Device, formerEndpoint: string): Answer =>
  api.call('POST', `${path}/devices`, answer, { body: { device, formerEndpoint } })

export const removeDevice = (api: ApiClient, id: string): Answer =>
  api.call('DELETE', `${path}/devices/${encodeURIComponent(id)}`, answer)

/** Without authorization: the token is enough. Errors: http-error 404 where it ended before. */
export const endReminderByToken = (
  api: ApiClient,
  token: string,
): Promise<Result<v.InferOutput<typeof endedReminder>, ApiError>> =>
  api.call('POST', `${path}/end`, dataOf(endedReminder), { body: { token } })
