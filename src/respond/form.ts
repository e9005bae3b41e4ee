import type { Context } from 'hono'
import { readFormFields } from '../../http/request-body.ts'
import type { AppEnv } from '../app-env.ts'

/** No form of the site is longer: the longest is a paper of 200 questions, about 4 KB. */
const maxFormBytes = 32_768

/** The text fields of a posted form. Errors: for `c.var.fail`. */
export const formFields = (c: Context<AppEnv>) =>
  readFormFields(c.req.raw, { maxBytes: maxFormBytes })
