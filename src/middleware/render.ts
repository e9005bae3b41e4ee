import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'

/** Gives routes `c.render`, which streams a page, and `c.var.late` for what a page can do without.
 *  React's renderer takes longer to start than all the rest of the Worker; one that has just started and finds the page
 *  at the edge shall not wait for it. So it is loaded here, with the first page that has to be made. */
export const render = createMiddleware<AppEnv>(async (c, next) => {
  const { streaming } = await import('./streaming.tsx')
  return streaming(c, next)
})
