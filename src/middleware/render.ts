import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'

/** Sets `c.render`, `c.var.renderParts` and `c.var.fail`. React's renderer takes
 *  longer to load than the rest of the Worker and is not needed for cached pages, so it is imported
 *  with the first page that has to be rendered. */
export const render = createMiddleware<AppEnv>(async (c, next) => {
  const { pageRenderer } = await import('./page-renderer.tsx')
  return pageRenderer(c, next)
})
