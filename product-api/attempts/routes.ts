import { Hono } from 'hono'
import type { ApiEnv } from '../env.ts'
import { attemptRoutes } from './attempt-routes.ts'
import { claimRoutes } from './claim-routes.ts'
import type { ClaimStatements } from './claim.ts'
import { explanationRoutes } from './explanation-routes.ts'
import { historyRoutes } from './history-routes.ts'
import { journalRoutes } from './journal-routes.ts'

/** Attempts at tests. Mounted at /api before the content routes, which take every path below
 *  /practice-tests as a document's id. `claims`: the rows of other features to move when a guest
 *  signs in. */
export const attemptsRoutes = (claims: readonly ClaimStatements[]) =>
  new Hono<ApiEnv>()
    .route('/practice-tests', explanationRoutes)
    .route('/user-test-progresses', claimRoutes(claims))
    .route('/user-test-progresses', attemptRoutes)
    .route('/user-test-progresses', journalRoutes)
    .route('/user-test-progresses', historyRoutes)
