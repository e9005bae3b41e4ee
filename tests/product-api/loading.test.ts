import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { runStatements, type Statement } from '../../product-api/database.ts'
import { database } from '../support/product-api.ts'

const files = JSON.parse((env as unknown as { TEST_CONTENT: string }).TEST_CONTENT) as Statement[][]
const tables = [
  'practice_tests',
  'practice_test_texts',
  'questions',
  'question_texts',
  'explanations',
  'page_texts',
]

const snapshot = async () =>
  JSON.stringify(
    await Promise.all(
      tables.map(
        async (table) =>
          (await database().prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()).results,
      ),
    ),
  )

it('loading every content file again changes no row and no id', async () => {
  const before = await snapshot()
  for (const statements of files) await runStatements(database(), statements)
  expect(await snapshot()).toBe(before)
})

it('a content file whose last statement fails changes nothing', async () => {
  const before = await snapshot()
  const paper = files[1]!
  const broken = [
    ...paper.slice(0, -1),
    { text: "INSERT INTO practice_tests (slug) VALUES ('half')", values: [] },
  ]
  await expect(runStatements(database(), broken)).rejects.toThrow()
  expect(await snapshot()).toBe(before)
})
