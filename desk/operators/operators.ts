import * as v from 'valibot'
import type { Database, Statement } from '../../product-api/database.ts'

/** What an operator may do. author: writes. reviewer: also approves what others wrote. cashier:
 *  payments and accounts of readers. owner: everything, and the operators themselves. */
export const roles = ['author', 'reviewer', 'cashier', 'owner'] as const
export type Role = (typeof roles)[number]

const operatorRow = v.object({
  id: v.number(),
  name: v.string(),
  email: v.nullable(v.string()),
  role: v.picklist(roles),
  totp_secret: v.nullable(v.string()),
  totp_step: v.number(),
  disabled_at: v.nullable(v.string()),
  created_at: v.string(),
})
type Row = v.InferOutput<typeof operatorRow>

export type Operator = {
  id: number
  name: string
  email: string | null
  role: Role
  isEnrolled: boolean
  isDisabled: boolean
}

const operatorFrom = (row: Row): Operator => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  isEnrolled: row.totp_secret !== null,
  isDisabled: row.disabled_at !== null,
})

export async function allOperators(db: Database): Promise<Operator[]> {
  const { results } = await db.prepare('SELECT * FROM operators ORDER BY name').all()
  return v.parse(v.array(operatorRow), results).map(operatorFrom)
}

export async function operatorById(db: Database, id: number): Promise<Operator | null> {
  const row = await db.prepare('SELECT * FROM operators WHERE id = ?').bind(id).first()
  return row === null ? null : operatorFrom(v.parse(operatorRow, row))
}

/** Of an address that Cloudflare Access has verified. Disabled operators are not found. */
export async function operatorByEmail(db: Database, email: string): Promise<Operator | null> {
  const row = await db
    .prepare('SELECT * FROM operators WHERE email = ? AND disabled_at IS NULL')
    .bind(email)
    .first()
  return row === null ? null : operatorFrom(v.parse(operatorRow, row))
}

/** Who can sign in under a name, with the sealed secret and the last accepted step of the codes. */
export async function credentialsOf(
  db: Database,
  name: string,
): Promise<{ id: number; sealedSecret: string; lastStep: number } | null> {
  const row = await db
    .prepare('SELECT * FROM operators WHERE name = ? AND disabled_at IS NULL')
    .bind(name)
    .first()
  if (row === null) return null
  const { id, totp_secret: sealedSecret, totp_step: lastStep } = v.parse(operatorRow, row)
  return sealedSecret === null ? null : { id, sealedSecret, lastStep }
}

/** Uses up the step of an accepted code, so that no code is accepted twice. -> whether it was still
 *  unused. */
export async function useStep(db: Database, operatorId: number, step: number): Promise<boolean> {
  const { meta } = await db
    .prepare('UPDATE operators SET totp_step = ?2 WHERE id = ?1 AND totp_step < ?2')
    .bind(operatorId, step)
    .run()
  return meta.changes === 1
}

export async function storeSecret(db: Database, operatorId: number, sealed: string) {
  await db
    .prepare('UPDATE operators SET totp_secret = ? WHERE id = ?')
    .bind(sealed, operatorId)
    .run()
}

/** Ends every session of an operator, and an invitation that was not used. */
export const endSessionsOf = (operatorId: number): Statement[] => [
  { text: 'DELETE FROM operator_sessions WHERE operator_id = ?', values: [operatorId] },
  { text: 'DELETE FROM operator_invitations WHERE operator_id = ?', values: [operatorId] },
]

/** Lets an operator in no more; what the operator did stays in the audit log. */
export const disableOperator = (operatorId: number, now: Date): Statement[] => [
  {
    text: 'UPDATE operators SET disabled_at = ? WHERE id = ? AND disabled_at IS NULL',
    values: [now.toISOString(), operatorId],
  },
  ...endSessionsOf(operatorId),
]
