import { attemptsPersonalData } from './attempts/personal-data.ts'
import { identityPersonalData } from './identity/account-data.ts'
import type { PersonalData } from './identity/personal-data.ts'
import { inboxPersonalData } from './inbox/personal-data.ts'
import { liveMocksPersonalData } from './live-mocks/personal-data.ts'
import { paymentsPersonalData } from './payments/personal-data.ts'
import { privacyPersonalData } from './privacy/personal-data.ts'
import { progressPersonalData } from './progress/personal-data.ts'
import { remindersPersonalData } from './reminders/personal-data.ts'
import { scoringPersonalData } from './scoring/personal-data.ts'
import { studyPersonalData } from './study/personal-data.ts'

/** All personal data that the product stores, for the export and the erasure of an account. A
 *  feature that adds a table with personal data adds it here. */
export const personalData: readonly PersonalData[] = [
  ...identityPersonalData,
  ...paymentsPersonalData,
  ...inboxPersonalData,
  ...attemptsPersonalData,
  ...liveMocksPersonalData,
  ...scoringPersonalData,
  ...studyPersonalData,
  ...progressPersonalData,
  ...privacyPersonalData,
  ...remindersPersonalData,
]
