import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { isLocale } from '../../../domain/locale.ts'

/** Pictures for social media that were not drawn: of a paper or an exam that came with the content
 *  alone. Cloudflare answers those that exist in public/share; only the others reach the Worker. */
export const shareImages = new Hono<AppEnv>()

/** A paper's picture leads to its exam's, and that of an exam to the one of all exams. */
shareImages.get('/share/:exam{[a-z0-9-]+}/:file{[a-z0-9-]+\\.png}', (c) => {
  const { exam, file } = c.req.param()
  const [, name, locale = ''] = /^(.+)-(\w+)\.png$/.exec(file) ?? []
  if (name === undefined || !isLocale(locale)) return c.notFound()
  c.header('cache-control', 'public, max-age=3600')
  c.header('cross-origin-resource-policy', 'cross-origin')
  return c.redirect(
    name === 'exam' ? `/share/exam-${locale}.png` : `/share/${exam}/exam-${locale}.png`,
  )
})
