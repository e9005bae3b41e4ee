import { Hono } from 'hono'
import type { ApiEnv } from '../env.ts'
import type { ReaderEnv } from '../reader-env.ts'
import { attemptRoutes } from './attempt-routes.ts'
import { claimRoutes, type ClaimStatements } from './claim-routes.ts'
import { explanationRoutes } from './explanation-routes.ts'
import { forwardToReader } from './forwarding.ts'
import { historyRoutes } from './history-routes.ts'
import { journalRoutes } from './journal-routes.ts'

/** Attempts at tests. Mounted at /api before the content routes, which take every path below
 *  /practice-tests as a document's id. `claims`: the rows of other features to move when a guest
 *  signs in. */
export const attemptsRoutes = (claims: readonly ClaimStatements[]) =>
  new Hono<ApiEnv>()
    .get('/practice-tests/get-explanation', forwardToReader)
    .route('/user-test-progresses', claimRoutes(claims))
    .all('/user-test-progresses', forwardToReader)
    .all('/user-test-progresses/*', forwardToReader)

/** The same calls inside a reader's object. */
export const readerRoutes = new Hono<ReaderEnv>()
  .route('/practice-tests', explanationRoutes)
  .route('/user-test-progresses', attemptRoutes)
  .route('/user-test-progresses', journalRoutes)
  .route('/user-test-progresses', historyRoutes)
