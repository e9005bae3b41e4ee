import type { Statement } from '../database.ts'
import { newDocumentId } from '../document-id.ts'
import { hashPassword } from './passwords.ts'

export type DemoAccount = { username: string; email: string; password: string }

/** Statements that add two members to try the site with, or reset their passwords, and give the
 *  premium one the first plan unless a subscription is active. Run them after the catalogue is
 *  loaded. For local starts only: the Worker never imports this. Cost: two scrypt hashes. */
export async function demoAccounts(
  { free, premium }: { free: DemoAccount; premium: DemoAccount },
  now: Date,
): Promise<Statement[]> {
  const at = now.toISOString()
  return [await account(free, at), await account(premium, at), subscription(premium.email, at)]
}

async function account({ username, email, password }: DemoAccount, at: string): Promise<Statement> {
  return {
    text: `INSERT INTO users (document_id, username, name, email, password_hash, provider,
             confirmed, age_band, created_at, updated_at)
           VALUES (?, ?, ?, ?, ?, 'local', 1, 'adult', ?, ?)
           ON CONFLICT (email) DO UPDATE SET
             password_hash = excluded.password_hash, confirmed = 1, blocked = 0`,
    values: [
      newDocumentId(),
      username,
      username,
      email.toLowerCase(),
      await hashPassword(password),
      ...[at, at],
    ],
  }
}

const subscription = (email: string, at: string): Statement => ({
  text: `INSERT INTO user_subscriptions (document_id, user_id, plan_id, starts_at, ends_at, status,
           created_at, updated_at)
         SELECT ?, u.id, p.id, ?,
           strftime('%Y-%m-%dT%H:%M:%fZ', ?, '+' || p.days || ' days'), 'active', ?, ?
         FROM users u JOIN (SELECT id, days FROM subscription_plans
           WHERE withdrawn_at IS NULL ORDER BY position LIMIT 1) p
         WHERE u.email = ? AND NOT EXISTS (
           SELECT 1 FROM user_subscriptions s
           WHERE s.user_id = u.id AND s.status = 'active' AND s.ends_at > ?)`,
  values: [newDocumentId(), at, at, at, at, email.toLowerCase(), at],
})
