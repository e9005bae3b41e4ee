import * as v from 'valibot'
import type { Figure } from '../../authoring/loading/content-rows.ts'
import type { Database } from '../../product-api/database.ts'

const figureRows = v.array(v.object({ url: v.string(), width: v.number(), height: v.number() }))

/** The figures that questions show already, by the name that a paper's text gives them:
 *  'triangle.png' for '/figures/triangle.0123456789.png'. */
export async function knownFigures(db: Database): Promise<Map<string, Figure>> {
  const { results } = await db
    .prepare(
      `SELECT figure AS url, max(figure_width) AS width, max(figure_height) AS height
       FROM questions WHERE figure IS NOT NULL GROUP BY figure ORDER BY max(id)`,
    )
    .all()
  return new Map(v.parse(figureRows, results).map((figure) => [nameOf(figure.url), figure]))
}

const nameOf = (url: string) => url.replace(/^\/figures\//, '').replace(/\.[0-9a-f]{10}(?=\.)/, '')

/** Where the desk shows a figure. */
export const figureAddress = (name: string) => `/figures/${encodeURIComponent(name)}`
