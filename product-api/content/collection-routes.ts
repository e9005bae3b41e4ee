import { Hono } from 'hono'
import type { ApiEnv } from '../env.ts'
import type { ContentType } from '../strapi/content-type.ts'
import { notFound } from '../strapi/errors.ts'
import { findDocuments } from '../strapi/find-documents.ts'
import { parseQuery } from '../strapi/query.ts'

/** The routes of a content type: GET / lists documents, GET /:documentId answers one. */
export function collectionRoutes(type: ContentType) {
  const routes = new Hono<ApiEnv>()
  routes.get('/', async (c) => {
    const query = parseQuery(new URL(c.req.url).search, type)
    return c.json(await findDocuments(c.env.DB, type, query))
  })
  routes.get('/:documentId', async (c) => {
    const query = parseQuery(new URL(c.req.url).search, type)
    const { data } = await findDocuments(c.env.DB, type, {
      ...query,
      filter: {
        kind: 'field',
        field: 'documentId',
        operator: '$eq',
        values: [c.req.param('documentId')],
      },
      pagination: { kind: 'page', page: 1, pageSize: 1, withCount: false },
    })
    if (!data[0]) throw notFound()
    return c.json({ data: data[0], meta: {} })
  })
  return routes
}
