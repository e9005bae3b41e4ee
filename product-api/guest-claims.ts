import type { ClaimStatements } from './attempts/claim-routes.ts'
import { claimTargets } from './progress/personal-data.ts'
import { claimLiveEntries } from './live-mocks/personal-data.ts'
import { claimReminders } from './reminders/personal-data.ts'
import { claimQuestionReports } from './scoring/question-reports.ts'
import { claimStudyLogs } from './study/personal-data.ts'

/** What a guest's sign-in moves to the member, besides attempts. A feature whose rows may be a
 *  guest's adds its statements here. */
export const guestClaims: readonly ClaimStatements[] = [
  claimLiveEntries,
  claimQuestionReports,
  claimStudyLogs,
  claimTargets,
  claimReminders,
]
