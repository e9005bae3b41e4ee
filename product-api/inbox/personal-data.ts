import { personalRows, type PersonalData } from '../identity/personal-data.ts'

/** Feedback has no user id, only the contact that its sender typed. */
const feedbacks: PersonalData = {
  name: 'feedbacks',
  collect: async (db, { email, phone }) =>
    email === null && phone === null
      ? []
      : personalRows(
          db,
          'SELECT name, contact, message, url, created_at FROM feedbacks WHERE contact IN (?, ?)',
          email ?? '',
          phone ?? '',
        ),
  eraseStatements: (db, { email, phone }) =>
    [email, phone]
      .filter((contact) => contact !== null)
      .map((contact) => db.prepare('DELETE FROM feedbacks WHERE contact = ?').bind(contact)),
}

const reports: PersonalData = {
  name: 'reports',
  collect: (db, user) =>
    personalRows(
      db,
      'SELECT message, type, url, created_at FROM next_routes WHERE user_id = ?',
      String(user.id),
    ),
  eraseStatements: (db, user) => [
    db.prepare('DELETE FROM next_routes WHERE user_id = ?').bind(String(user.id)),
  ],
}

/** The personal data in feedback and in reports of broken pages. */
export const inboxPersonalData: readonly PersonalData[] = [feedbacks, reports]
