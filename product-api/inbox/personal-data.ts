import { contactKey } from '../../domain/contact.ts'
import { personalRows, type PersonalData } from '../identity/personal-data.ts'

type Person = Parameters<PersonalData['collect']>[1]

/** The contacts that are certainly this person's. Anybody can register with an e-mail address of
 *  somebody else; until it is confirmed, it proves nothing. A phone is confirmed by its code. */
function confirmedContacts({ email, phone, confirmed }: Person): string {
  const contacts = [confirmed === 1 ? email : null, phone].map((contact) =>
    contactKey(contact ?? ''),
  )
  return JSON.stringify(contacts.filter((contact) => contact !== ''))
}

/** What was sent while signed in, and what a visitor sent under a confirmed contact of this person,
 *  however it was spelled. What another member sent is that member's, whatever contact it names. */
const isOwnFeedback = `
  user_id = ?1 OR (user_id IS NULL AND contact_key IN (SELECT value FROM json_each(?2)))`

const feedbacks: PersonalData = {
  name: 'feedbacks',
  collect: (db, user) =>
    personalRows(
      db,
      `SELECT name, contact, message, url, user_source, created_at FROM feedbacks
       WHERE ${isOwnFeedback} ORDER BY id`,
      ...[user.id, confirmedContacts(user)],
    ),
  eraseStatements: (db, user) => [
    db
      .prepare(`DELETE FROM feedbacks WHERE ${isOwnFeedback}`)
      .bind(user.id, confirmedContacts(user)),
  ],
}

/** Deleted with the user (ON DELETE CASCADE). A report that only claimed to be theirs is not
 *  theirs, but loses the claim. */
const reports: PersonalData = {
  name: 'reports',
  collect: (db, user) =>
    personalRows(
      db,
      `SELECT message, type, url, user_source, created_at FROM next_routes
       WHERE member_id = ? ORDER BY id`,
      user.id,
    ),
  eraseStatements: (db, user) => [
    db.prepare(`UPDATE next_routes SET user_id = '' WHERE user_id = ?`).bind(String(user.id)),
  ],
}

/** The personal data in feedback and in reports of broken pages. */
export const inboxPersonalData: readonly PersonalData[] = [feedbacks, reports]
