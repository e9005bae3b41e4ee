import type { Context } from 'hono'
import type { ApiEnv } from './env.ts'
import { forbidden } from './identity/refusals.ts'

/** To whom attempts, reports and study logs belong. */
export type Owner = { kind: 'member'; id: number } | { kind: 'guest'; id: string }

/** The member or guest who calls. Errors: Refusal 403 for a caller without a token. */
export function ownerOf(c: Context<ApiEnv>): Owner {
  const owner = ownerIfAny(c)
  if (!owner) throw forbidden()
  return owner
}

/** The member or guest who calls; null for a caller without a token. */
export function ownerIfAny(c: Context<ApiEnv>): Owner | null {
  const [user, guest] = [c.get('user'), c.get('guest')]
  if (user) return { kind: 'member', id: user.id }
  return guest && { kind: 'guest', id: guest.id }
}

/** The column that holds the owner's id; every table of owned rows has both, one of them null. */
export const ownerColumn = ({ kind }: Owner) => (kind === 'member' ? 'user_id' : 'guest_id')
