import { personalRows, type PersonalData } from '../identity/personal-data.ts'

/** Deleted with the user (ON DELETE CASCADE). */
const privacyChoices: PersonalData = {
  name: 'privacyChoices',
  collect: (db, { id }) =>
    personalRows(
      db,
      `SELECT reminders_given_at, reminders_withdrawn_at, parent_contact, parent_confirmed_at,
         nominee, updated_at
       FROM privacy_choices WHERE user_id = ?`,
      id,
    ),
}

export const privacyPersonalData: readonly PersonalData[] = [privacyChoices]
