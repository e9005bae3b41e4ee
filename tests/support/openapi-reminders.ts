import { endTokenOf } from '../../product-api/reminders/end-token.ts'
import { settings } from './emulated-product-api.ts'
import { database } from './product-api.ts'
import { adult, agree, subscribe, type Reader } from './reminders.ts'

async function reminded(): Promise<Reader> {
  const reader = await adult()
  await agree(reader, 'cards')
  return reader
}

/** Requests about reminders, by operationId. */
export const reminderExamples = {
  reminders: async () => ({ jwt: (await reminded()).jwt }),
  agreeToReminder: async () => {
    const { jwt } = await adult()
    const body = { kind: 'live-mock', locale: 'kn', exam: 'vao-paper-1', device: await subscribe() }
    return { jwt, body }
  },
  updateReminders: async () => ({
    jwt: (await reminded()).jwt,
    body: { quietFrom: 22, quietTo: 7, byMail: false },
  }),
  endReminder: async () => ({ jwt: (await reminded()).jwt, path: { kind: 'cards' } }),
  replacePushDevice: async () => ({
    jwt: (await reminded()).jwt,
    body: { device: await subscribe() },
  }),
  removePushDevice: async () => {
    const { id, jwt } = await reminded()
    const device = await database()
      .prepare('SELECT id FROM push_devices WHERE user_id = ?')
      .bind(id)
      .first<{ id: string }>()
    return { jwt, path: { id: device!.id } }
  },
  endReminderByToken: async () => {
    const { id } = await reminded()
    const choice = await database()
      .prepare('SELECT n FROM reminder_choices WHERE user_id = ?')
      .bind(id)
      .first<{ n: number }>()
    return { body: { token: await endTokenOf(settings.JWT_SECRETS, choice!.n) } }
  },
}
