import { Hono } from 'hono'
import { clientInfo, unknownNetwork } from '../client-info.ts'
import { nearestReplica } from '../database.ts'
import type { ApiEnv } from '../env.ts'
import { createTokenBuckets } from '../limits/token-buckets.ts'
import type { ContentType } from '../strapi/content-type.ts'
import { notFound } from '../strapi/errors.ts'
import { findDocuments } from '../strapi/find-documents.ts'
import { parseQuery } from '../strapi/query.ts'

/** A whole list costs up to 150 ms. A network may read so many for its readers; what the site reads
 *  for its own pages, once for everybody, names no client. */
const readsOfNetwork = createTokenBuckets({ burst: 60, intervalMs: 1000 })

/** As if nobody had read anything yet. */
export const forgetReads = () => readsOfNetwork.reset()

/** The routes of a content type: GET / lists documents, GET /:documentId answers one. Errors:
 *  Refusal 429, with Retry-After, where a network reads too often. */
export function collectionRoutes(type: ContentType) {
  const routes = new Hono<ApiEnv>()
  routes.use(async (c, next) => {
    const { network } = clientInfo(c)
    if (network !== unknownNetwork) readsOfNetwork.take(network)
    await next()
  })
  routes.get('/', async (c) => {
    const query = parseQuery(new URL(c.req.url).search, type)
    return c.json(await findDocuments(nearestReplica(c.env.DB), type, query))
  })
  routes.get('/:documentId', async (c) => {
    const query = parseQuery(new URL(c.req.url).search, type)
    const { data } = await findDocuments(nearestReplica(c.env.DB), type, {
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
