import type { Context } from 'hono'
import type { Stores } from './database.ts'
import type { ApiEnv } from './env.ts'
import { forbidden } from './identity/refusals.ts'
import type { Owner } from './owner.ts'

/** Hono's environment inside a reader's object (reader-object.ts). */
export type ReaderEnv = {
  Bindings: ApiEnv['Bindings']
  Variables: {
    stores: Stores
    /** Whose data the object has. */
    owner: Owner
    /** false: somebody else calls, who may only have an attempt's carry key. */
    isOwner: boolean
    /** Moves attempts of before into the object that a Worker of before has started since. */
    moveOldAttempts: () => Promise<void>
    /** Asks the object of another reader, whose attempt this is; null: nobody has started it. */
    askOther: (attempt: string, request: Request) => Promise<Response | null>
  }
}

/** The reader who calls. Errors: Refusal 403 for anybody else. */
export function callingOwner(c: Context<ReaderEnv>): Owner {
  if (!c.var.isOwner) throw forbidden()
  return c.var.owner
}
