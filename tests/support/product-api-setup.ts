import type { D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { runStatements, type Statement } from '../../product-api/database.ts'

const { DB, TEST_MIGRATIONS, TEST_CONTENT } = env as unknown as {
  DB: D1Database
  TEST_MIGRATIONS: D1Migration[]
  TEST_CONTENT: string
}

// One batch: a hundred test files wait for each round trip. Migrations that change stored rows are
// tested one by one (tests/migrations.test.ts), and are applied one by one by every command.
await runStatements(DB, [
  ...TEST_MIGRATIONS.flatMap(({ queries }) => queries.map((text) => ({ text, values: [] }))),
  ...(JSON.parse(TEST_CONTENT) as Statement[][]).flat(),
])
