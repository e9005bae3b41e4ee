import type { DeskContext } from '../desk-env.ts'
import { messagePage } from '../ui/message-page.tsx'
import { knownFigures } from './figures.ts'

/** A figure's picture, for previews. */
export async function figurePicture(c: DeskContext) {
  const figure = (await knownFigures(c.env.DB)).get(c.req.param('figure') ?? '')
  const row =
    figure &&
    (await c.env.DB.prepare('SELECT content_type AS type, bytes FROM media WHERE path = ?')
      .bind(figure.url)
      .first<{ type: string; bytes: number[] | ArrayBuffer }>())
  if (!row) return messagePage(c, 404, 'not_found')
  return new Response(new Uint8Array(row.bytes), {
    headers: { 'content-type': row.type, 'content-security-policy': "default-src 'none'" },
  })
}
