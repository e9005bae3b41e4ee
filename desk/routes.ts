import { accountRoutes } from './accounts/accounts.tsx'
import { affairsRoutes } from './affairs/affairs.tsx'
import { auditRoutes } from './audit/audit-page.tsx'
import type { DeskRoute } from './desk-route.ts'
import { crashRoutes } from './inbox/crashes.tsx'
import { feedbackRoutes } from './inbox/feedback.tsx'
import { reportRoutes } from './inbox/reports.tsx'
import { keyRoutes } from './keys/keys.tsx'
import { noticeRoutes } from './notices/notices.tsx'
import { enrolmentRoutes } from './operators/enrolment.tsx'
import { operatorRoutes } from './operators/operators-page.tsx'
import { signInRoutes } from './operators/sign-in.tsx'
import { paperRoutes } from './papers/papers.tsx'
import { paymentRoutes } from './payments/payments.tsx'
import { planRoutes } from './plans/plans.tsx'
import { salesRoutes } from './sales/sales-page.tsx'
import { todayRoutes } from './today/today.tsx'

/** Every page and form of the desk, with who may use it. An address that is not here is a 404;
 *  desk.ts checks the roles, tests/desk/access.test.ts that it does. */
export const deskRoutes: readonly DeskRoute[] = [
  ...signInRoutes,
  ...enrolmentRoutes,
  ...todayRoutes,
  ...affairsRoutes,
  ...paperRoutes,
  ...keyRoutes,
  ...reportRoutes,
  ...feedbackRoutes,
  ...crashRoutes,
  ...noticeRoutes,
  ...accountRoutes,
  ...paymentRoutes,
  ...planRoutes,
  ...salesRoutes,
  ...auditRoutes,
  ...operatorRoutes,
]
