import type { genders } from '../../domain/forms.ts'
import type { Locale } from '../../domain/locale.ts'
import type { AgeBand } from '../../domain/privacy.ts'
import type { Database } from '../database.ts'
import { newDocumentId } from '../document-id.ts'
import { isPremium } from './premium.ts'

/** A row of `users`. Times are ISO 8601; flags are 0 or 1. */
export type User = {
  id: number
  document_id: string
  username: string
  /** What the person is called. */
  name: string | null
  email: string | null
  /** +91 and ten digits. */
  phone: string | null
  password_hash: string | null
  provider: 'local' | 'phone' | 'google'
  google_sub: string | null
  confirmed: number
  blocked: number
  gender: (typeof genders)[number]
  /** null: not asked yet. */
  age_band: AgeBand | null
  user_source: string
  device_id: string | null
  /** The language of notices to the member; null: not known yet. */
  locale: Locale | null
  free_test_taken: number
  created_at: string
  updated_at: string
}

/** A user as the API answers it: without password hash and Google id. Cost: one read. */
export async function userJson(db: Database, user: User, now: Date) {
  return {
    id: user.id,
    documentId: user.document_id,
    username: user.username,
    name: user.name,
    email: user.email,
    phone: user.phone,
    provider: user.provider,
    confirmed: user.confirmed === 1,
    blocked: user.blocked === 1,
    gender: user.gender,
    ageBand: user.age_band,
    device_id: user.device_id,
    isPremium: await isPremium(db, user.id, now),
    freeTestTaken: user.free_test_taken === 1,
    createdAt: user.created_at,
    updatedAt: user.updated_at,
    publishedAt: user.created_at,
  }
}

/** Stores the language in which a member signs in. */
export const setLocale = (db: Database, id: number, locale: Locale) =>
  db.prepare('UPDATE users SET locale = ? WHERE id = ?').bind(locale, id).run()

type Key = 'id' | 'email' | 'phone' | 'username' | 'google_sub'

/** The user whose `key` is `value`. E-mail addresses and usernames match regardless of case. */
export const findUser = (db: Database, key: Key, value: string | number): Promise<User | null> =>
  db.prepare(`SELECT * FROM users WHERE ${key} = ?`).bind(value).first<User>()

export type NewUser = {
  provider: User['provider']
  username?: string | undefined
  name?: string | undefined
  email?: string
  phone?: string
  passwordHash?: string
  googleSub?: string
  confirmed: boolean
  ageBand?: AgeBand | undefined
  /** The campaign by which the person came; '' for none. */
  source: string
}

/** Inserts a user. Returns null if the username, e-mail address, phone or Google id is taken. */
export function insertUser(db: Database, user: NewUser, now: Date): Promise<User | null> {
  const at = now.toISOString()
  return db
    .prepare(
      `INSERT INTO users (document_id, username, name, email, phone, password_hash, provider,
         google_sub, confirmed, age_band, user_source, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING *`,
    )
    .bind(
      newDocumentId(),
      user.username ?? randomUsername(),
      user.name ?? null,
      user.email ?? null,
      user.phone ?? null,
      user.passwordHash ?? null,
      user.provider,
      user.googleSub ?? null,
      user.confirmed ? 1 : 0,
      user.ageBand ?? null,
      user.source,
      at,
      at,
    )
    .first<User>()
}

/** For users who did not choose a username. */
const randomUsername = () => `aspirant-${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`
