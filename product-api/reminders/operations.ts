import * as v from 'valibot'
import { dataBody } from '../../domain/contracts/bodies.ts'
import * as contracts from '../../domain/contracts/reminders.ts'
import { reminderKinds } from '../../domain/reminders.ts'
import type { Operations, RequestContent } from '../openapi/operation.ts'

const answers = {
  200: { description: 'What is on, and where it goes.', schema: dataBody(contracts.reminders) },
}
const body = (schema: v.GenericSchema): RequestContent => ({
  ...{ schema, fields: 'in-body', isFormAllowed: false },
})

/** Calls about reminders. */
export const reminderOperations: Operations = {
  'GET /api/reminders': {
    operationId: 'reminders',
    summary: 'What the caller agreed to be reminded of, and on which devices.',
    caller: 'guest-or-member',
    answers,
  },
  'POST /api/reminders': {
    operationId: 'agreeToReminder',
    summary: 'Agrees to one kind of reminders, on this device.',
    caller: 'guest-or-member',
    body: body(contracts.reminderRequest),
    answers,
  },
  'PUT /api/reminders': {
    operationId: 'updateReminders',
    summary: 'Sets the quiet hours, and whether reminders go by e-mail, too.',
    caller: 'guest-or-member',
    body: body(contracts.reminderSettingsRequest),
    answers,
  },
  'DELETE /api/reminders/{kind}': {
    operationId: 'endReminder',
    summary: 'Ends one kind of reminders.',
    caller: 'guest-or-member',
    path: {
      kind: {
        description: 'The kind.',
        schema: v.picklist(reminderKinds),
        isRequired: true,
      },
    },
    answers,
    refusals: { 404: 'There is no such kind.' },
  },
  'POST /api/reminders/devices': {
    operationId: 'replacePushDevice',
    summary: 'Stores the new subscription of a device.',
    caller: 'guest-or-member',
    body: body(contracts.pushDeviceRequest),
    answers,
  },
  'DELETE /api/reminders/devices/{id}': {
    operationId: 'removePushDevice',
    summary: 'Sends nothing to a device any more.',
    caller: 'guest-or-member',
    path: {
      id: {
        description: 'The device’s id.',
        schema: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
        isRequired: true,
      },
    },
    answers,
    refusals: { 404: 'The caller has no such device.' },
  },
  'POST /api/reminders/end': {
    operationId: 'endReminderByToken',
    summary: 'Ends one kind of reminders by the token of a notification or mail.',
    caller: 'public',
    body: body(contracts.endReminderRequest),
    answers: {
      200: { description: 'It has ended.', schema: dataBody(contracts.endedReminder) },
    },
    refusals: { 404: 'Not a token of ours, or it has ended already.' },
  },
}
