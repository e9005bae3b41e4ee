import { attemptsPersonalData } from './attempts/personal-data.ts'
import { identityPersonalData } from './identity/account-data.ts'
import type { PersonalData } from './identity/personal-data.ts'
import { inboxPersonalData } from './inbox/personal-data.ts'
import { paymentsPersonalData } from './payments/personal-data.ts'
import { scoringPersonalData } from './scoring/personal-data.ts'
import { studyPersonalData } from './study/personal-data.ts'

/** Everything that the product holds about people, for the export and the erasure of an account.
 *  A feature that adds a table about persons adds its part here. */
export const personalData: readonly PersonalData[] = [
  ...identityPersonalData,
  ...paymentsPersonalData,
  ...inboxPersonalData,
  ...attemptsPersonalData,
  ...scoringPersonalData,
  ...studyPersonalData,
]
