import { Hono } from 'hono'
import type { ApiEnv } from '../env.ts'

export const openApi = new Hono<ApiEnv>()

let document: Promise<string> | undefined

/** The first request for the document builds it, so that the Worker does not evaluate its schemas
 *  and the converter when it starts. */
openApi.get('/', async (c) => {
  document ??= makeDocument()
  return c.body(await document, 200, { 'content-type': 'application/json' })
})

async function makeDocument(): Promise<string> {
  const [{ openApiDocument }, { operations, components }] = await Promise.all([
    import('./document.ts'),
    import('./operations.ts'),
  ])
  return JSON.stringify(openApiDocument(operations, components))
}
