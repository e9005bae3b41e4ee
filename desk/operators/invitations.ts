import { randomToken, sha256 } from '../../product-api/cryptography.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { decryptText, encryptText, type Keys } from '../../http/sealed-text.ts'
import { auditStatement } from '../audit/audit-log.ts'
import { endSessionsOf, type Operator, type Role } from './operators.ts'
import { matchingStep, newTotpSecret } from './totp.ts'

const invitationHours = 24

export type Invited = { name: string; email: string | null; role: Role }

/** Makes an operator, or gives an existing one of the same name this role and a new link. Until the
 *  link is used, an existing operator signs in as before. Returns the token of the link, which is
 *  stored nowhere. Cost: one transaction. */
export async function inviteOperator(
  db: Database,
  { name, email, role }: Invited,
  by: Operator | null,
  now: Date,
): Promise<string> {
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + invitationHours * 3600_000).toISOString()
  await runStatements(db, [
    {
      text: `INSERT INTO operators (name, email, role, created_at) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (name) DO UPDATE SET role = excluded.role, disabled_at = NULL,
          email = coalesce(excluded.email, email)`,
      values: [name, email, role, now.toISOString()],
    },
    {
      text: `INSERT INTO operator_invitations (hash, operator_id, expires_at)
        SELECT ?1, id, ?2 FROM operators WHERE name = ?3
        ON CONFLICT (operator_id) DO UPDATE SET
          hash = excluded.hash, expires_at = excluded.expires_at, totp_secret = NULL`,
      values: [await sha256(token), expiresAt, name],
    },
    auditStatement(
      { operator: by, action: 'operator_invited', subject: `operator ${name}`, detail: { role } },
      now,
    ),
  ])
  return token
}

/** Who a link invites, and the secret that its page shows: the same at every reload, so that a code
 *  of an app which has read it stays right. null: used, replaced, expired or never made. */
export async function openInvitation(
  db: Database,
  keys: Keys,
  token: string,
  now: Date,
): Promise<{ operatorId: number; name: string; role: Role; secret: string } | null> {
  const hash = await sha256(token)
  const sealed = await encryptText(keys, newTotpSecret())
  await db
    .prepare(
      `UPDATE operator_invitations SET totp_secret = ?2
       WHERE hash = ?1 AND totp_secret IS NULL AND expires_at > ?3`,
    )
    .bind(hash, sealed, now.toISOString())
    .run()
  const row = await db
    .prepare(
      `SELECT o.id, o.name, o.role, i.totp_secret AS sealed
       FROM operator_invitations i JOIN operators o ON o.id = i.operator_id
       WHERE i.hash = ? AND i.expires_at > ? AND o.disabled_at IS NULL`,
    )
    .bind(hash, now.toISOString())
    .first<{ id: number; name: string; role: Role; sealed: string }>()
  const secret = row && (await decryptText(keys, row.sealed))
  return row && secret ? { operatorId: row.id, name: row.name, role: row.role, secret } : null
}

/** Uses the link: from now on the operator signs in with codes of this app, and with no other. A
 *  link is used once, also by two requests at the same time. -> 'wrong-code', the operator's id, or
 *  null if the link is not valid. */
export async function useInvitation(
  db: Database,
  keys: Keys,
  token: string,
  code: string,
  now: Date,
): Promise<'wrong-code' | number | null> {
  const invitation = await openInvitation(db, keys, token, now)
  if (!invitation) return null
  const step = await matchingStep(invitation.secret, code, 0, now)
  if (step === null) return 'wrong-code'
  const { operatorId, name, role, secret } = invitation
  const hash = await sha256(token)
  const [changed = []] = await runStatements(db, [
    {
      text: `UPDATE operators SET totp_secret = ?2, totp_step = ?3
        WHERE id = ?1 AND EXISTS (SELECT 1 FROM operator_invitations WHERE hash = ?4)
        RETURNING id`,
      values: [operatorId, await encryptText(keys, secret), step, hash],
    },
    ...endSessionsOf(operatorId),
    auditStatement(
      {
        operator: { id: operatorId, role },
        action: 'operator_enrolled',
        subject: `operator ${name}`,
      },
      now,
    ),
  ])
  return changed.length === 1 ? operatorId : null
}
