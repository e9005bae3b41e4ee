import type { Context } from 'hono'
import { readFormFields } from '../../http/request-body.ts'
import type { AppEnv } from '../app-env.ts'

/** The largest form, a message of 4,000 Kannada letters, has 36 KB in its encoding. */
const maxFormBytes = 65_536

/** The text fields of a posted form. Pass its errors to `c.var.fail`. */
export const formFields = (c: Context<AppEnv>) =>
  readFormFields(c.req.raw, { maxBytes: maxFormBytes })

/** The same for a form of answers to a test. Where they cannot be stored, the page that says so
 *  carries them: call this before anything else that can fail. */
export async function answerFields(c: Context<AppEnv>) {
  const form = await formFields(c)
  if (form.ok) c.set('answerFields', form.value)
  return form
}
