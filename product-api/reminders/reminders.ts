import type { ApiEnv } from '../env.ts'
import { writeCardReminders } from './card-checks.ts'
import { writeEventReminders } from './events.ts'
import { sendDueReminders } from './send-reminders.ts'

/** Runs every minute: writes the reminders that have become due, and sends them. Overlapping and
 *  interrupted runs send none twice. */
export async function sendReminders(env: ApiEnv['Bindings'], now: Date): Promise<void> {
  await writeEventReminders(env.DB, now)
  await writeCardReminders(env, now)
  await sendDueReminders(env.DB, env, now)
}
