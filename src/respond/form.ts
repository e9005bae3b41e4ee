import type { Context } from 'hono'
import { readFormFields } from '../../http/request-body.ts'
import type { AppEnv } from '../app-env.ts'

/** The largest form, a paper of 200 questions, has about 4 KB. */
const maxFormBytes = 32_768

/** The text fields of a posted form. Pass its errors to `c.var.fail`. */
export const formFields = (c: Context<AppEnv>) =>
  readFormFields(c.req.raw, { maxBytes: maxFormBytes })
