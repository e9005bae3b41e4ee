import type * as v from 'valibot'
import { journalEvent } from '../../domain/contracts/attempt-journal.ts'
import { attempt, paperVersion } from '../../domain/contracts/attempts.ts'
import { signedIn, user } from '../../domain/contracts/identity.ts'
import { neutralPayment, ownPayment } from '../../domain/contracts/payments.ts'
import { questionReport } from '../../domain/contracts/question-reports.ts'
import { testResult } from '../../domain/contracts/results.ts'
import { ownPlan, planTask, studyPlan, userCard } from '../../domain/contracts/study.ts'
import { attemptOperations } from '../attempts/operations.ts'
import { contentOperations } from '../content/operations.ts'
import { identityOperations } from '../identity/operations.ts'
import { inboxOperations } from '../inbox/operations.ts'
import { liveMockOperations } from '../live-mocks/operations.ts'
import { paymentOperations } from '../payments/operations.ts'
import { privacyOperations } from '../privacy/operations.ts'
import { progressOperations } from '../progress/operations.ts'
import { reminderOperations } from '../reminders/operations.ts'
import { scoringOperations } from '../scoring/operations.ts'
import { searchOperations } from '../search/operations.ts'
import { studyOperations } from '../study/operations.ts'
import type { Operations } from './operation.ts'

/** Every operation of the product API. A feature that adds routes adds its operations here. */
export const operations: Operations = {
  ...identityOperations,
  ...contentOperations,
  ...searchOperations,
  ...attemptOperations,
  ...liveMockOperations,
  ...progressOperations,
  ...scoringOperations,
  ...studyOperations,
  ...paymentOperations,
  ...inboxOperations,
  ...privacyOperations,
  ...reminderOperations,
  'GET /api/openapi.json': {
    operationId: 'openApiDocument',
    summary: 'This document.',
    caller: 'public',
    answers: {
      200: { description: 'OpenAPI 3.1.', schema: null, contentType: 'application/json' },
    },
  },
  'GET /_health': {
    operationId: 'health',
    summary: 'Whether the Worker runs; does not read the database.',
    caller: 'public',
    answers: { 204: { description: 'It runs.', schema: null } },
  },
}

/** The schemas with a name in the document. */
export const components: Readonly<Record<string, v.GenericSchema>> = {
  User: user,
  SignedIn: signedIn,
  Attempt: attempt,
  JournalEvent: journalEvent,
  PaperVersion: paperVersion,
  TestResult: testResult,
  QuestionReport: questionReport,
  UserCard: userCard,
  PlanTask: planTask,
  StudyPlan: studyPlan,
  OwnPlan: ownPlan,
  NeutralPayment: neutralPayment,
  OwnPayment: ownPayment,
}
