import type { Database } from '../database.ts'
import { newDocumentId } from './cryptography.ts'
import { isPremium } from './premium.ts'

export const providers = ['local', 'phone', 'google'] as const
export const genders = ['male', 'female', 'others'] as const

/** A row of `users`. Times are ISO 8601; flags are 0 or 1. */
export type User = {
  id: number
  document_id: string
  username: string
  email: string | null
  /** +91 and ten digits. */
  phone: string | null
  password_hash: string | null
  provider: (typeof providers)[number]
  google_sub: string | null
  confirmed: number
  blocked: number
  gender: (typeof genders)[number]
  device_id: string | null
  free_test_taken: number
  created_at: string
  updated_at: string
}

/** A user as the API shows it: never a hash, never Google's id. Cost: one read, for isPremium. */
export async function userJson(db: Database, user: User, now: Date) {
  return {
    id: user.id,
    documentId: user.document_id,
    username: user.username,
    email: user.email,
    phone: user.phone,
    provider: user.provider,
    confirmed: user.confirmed === 1,
    blocked: user.blocked === 1,
    gender: user.gender,
    device_id: user.device_id,
    isPremium: await isPremium(db, user.id, now),
    freeTestTaken: user.free_test_taken === 1,
    createdAt: user.created_at,
    updatedAt: user.updated_at,
    publishedAt: user.created_at,
  }
}

type Key = 'id' | 'email' | 'phone' | 'username' | 'google_sub'

/** The user whose `key` is `value`; e-mail addresses and usernames regardless of case. */
export const findUser = (db: Database, key: Key, value: string | number): Promise<User | null> =>
  db.prepare(`SELECT * FROM users WHERE ${key} = ?`).bind(value).first<User>()

export type NewUser = {
  provider: User['provider']
  username?: string | undefined
  email?: string
  phone?: string
  passwordHash?: string
  googleSub?: string
  confirmed: boolean
}

/** Adds a user, or null where the username, e-mail address, phone or Google id is taken. */
export function insertUser(db: Database, person: NewUser, now: Date): Promise<User | null> {
  const at = now.toISOString()
  return db
    .prepare(
      `INSERT INTO users (document_id, username, email, phone, password_hash, provider, google_sub, confirmed, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING *`,
    )
    .bind(
      newDocumentId(),
      person.username ?? newUsername(),
      person.email ?? null,
      person.phone ?? null,
      person.passwordHash ?? null,
      person.provider,
      person.googleSub ?? null,
      person.confirmed ? 1 : 0,
      at,
      at,
    )
    .first<User>()
}

/** A name for those who chose none; says nothing about them. */
const newUsername = () => `aspirant-${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`
