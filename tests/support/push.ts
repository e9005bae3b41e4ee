import { emulatorVapidKeys } from '../../emulators/push/keys.ts'

/** Settings by which the product API sends reminders to the stand-in (emulators/push/push.ts). */
export const pushSettings = {
  VAPID_PUBLIC_KEY: emulatorVapidKeys.publicKey,
  VAPID_PRIVATE_KEY: emulatorVapidKeys.privateKey,
  VAPID_SUBJECT: emulatorVapidKeys.subject,
  PUSH_HOSTS: 'messages.test',
  PUSH_GATEWAY_URL: 'https://messages.test/push-service/app',
  PUSH_GATEWAY_TOKEN: 'push-emulator-token',
}
