import type { Context } from 'hono'
import type { ApiEnv } from './env.ts'
import { forbidden } from './identity/refusals.ts'

/** The owner of attempts, reports and study logs. */
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

export const isSameOwner = (one: Owner, other: Owner | null) =>
  one.kind === other?.kind && one.id === other.id

/** The column with the owner's id. Tables of owned rows have both columns, one of them null. */
export const ownerColumn = ({ kind }: Owner) => (kind === 'member' ? 'user_id' : 'guest_id')
