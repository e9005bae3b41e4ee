import type { FormFields } from '../http/request-body.ts'
import type { DeskContext } from './desk-env.ts'
import type { Role } from './operators/operators.ts'

/** The files of a form, by the names of their fields. */
export type FormFiles = Readonly<Record<string, File>>

/** One page or form of the desk. */
export type DeskRoute = {
  method: 'GET' | 'POST'
  /** In Hono's notation. */
  path: string
  /** Who may: operators with one of these roles; 'public': whoever opens the address. */
  roles: readonly Role[] | 'public'
  /** The largest form, in bytes; absent: that of a day of current affairs. */
  maxBytes?: number
  /** A POST that stores nothing, and is not counted as a change. */
  changesNothing?: boolean
  /** The form carries a file, which may take minutes to arrive. */
  hasFile?: boolean
  /** `form`: the posted fields; {} for GET. `files`: by the names of their fields. */
  handle: (c: DeskContext, form: FormFields, files: FormFiles) => Promise<Response> | Response
}
