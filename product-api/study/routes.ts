import { Hono } from 'hono'
import { forwardToReader } from '../attempts/forwarding.ts'
import type { ApiEnv } from '../env.ts'
import { bookmarkRoutes } from './bookmark-routes.ts'
import { userCardRoutes } from './card-routes.ts'
import { drillRoutes } from './drill-routes.ts'
import { ownCardRoutes } from './own-card-routes.ts'
import { studyPlanRoutes, userStudyPlanRoutes } from './plan-routes.ts'
import { quizRoutes } from './quiz-routes.ts'

/** Quizzes, cards and study plans. Mounted at /api. */
export const studyRoutes = new Hono<ApiEnv>()
  .route('/quizzes', quizRoutes)
  .all('/card-reviews', forwardToReader)
  .route('/user-cards', userCardRoutes)
  .route('/user-drills', drillRoutes)
  .route('/user-own-cards', ownCardRoutes)
  .route('/user-bookmarks', bookmarkRoutes)
  .route('/study-plans', studyPlanRoutes)
  .route('/user-study-plan', userStudyPlanRoutes)
