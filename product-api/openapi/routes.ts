import { Hono } from 'hono'
import type { ApiEnv } from '../env.ts'

export const openApi = new Hono<ApiEnv>()

let document: Promise<string> | undefined

/** The document is made by the first request for it: its schemas and the converter are no part of
 *  what the Worker evaluates when it starts. */
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
