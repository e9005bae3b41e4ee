import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { runStatements, type Statement } from '../../product-api/database.ts'

const { DB, TEST_MIGRATIONS, TEST_CONTENT } = env as unknown as {
  DB: D1Database
  TEST_MIGRATIONS: D1Migration[]
  TEST_CONTENT: string
}

await applyD1Migrations(DB, TEST_MIGRATIONS)
for (const statements of JSON.parse(TEST_CONTENT) as Statement[][])
  await runStatements(DB, statements)
