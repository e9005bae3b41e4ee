import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'

/** Gives routes `c.render`, which streams a page, `c.var.defer` and `c.var.fail`. React's renderer
 *  takes longer to load than all the rest of the Worker, and a page from the cache does not need
 *  it. Therefore it is imported here, with the first page that has to be rendered. */
export const render = createMiddleware<AppEnv>(async (c, next) => {
  const { pageRenderer } = await import('./page-renderer.tsx')
  return pageRenderer(c, next)
})
