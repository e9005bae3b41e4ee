import { Hono } from 'hono'
import { nearestReplica } from '../database.ts'
import type { ApiEnv } from '../env.ts'

export const localeRoutes = new Hono<ApiEnv>()

type LocaleRow = {
  id: number
  code: string
  name: string
  isDefault: number
  createdAt: string
  updatedAt: string
}

// A bare array, as Strapi's i18n plugin answers.
localeRoutes.get('/', async (c) => {
  const { results } = await nearestReplica(c.env.DB)
    .prepare(
      `SELECT rowid AS id, code, name, is_default AS isDefault,
       created_at AS createdAt, updated_at AS updatedAt
     FROM locales ORDER BY rowid`,
    )
    .all<LocaleRow>()
  return c.json(
    results.map(({ isDefault, ...row }) => ({
      ...row,
      documentId: `locale-${row.code}`,
      publishedAt: row.createdAt,
      isDefault: isDefault === 1,
    })),
  )
})
