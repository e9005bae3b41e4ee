import { expect, it, vi } from 'vitest'
import { enrolled, run } from '../support/desk.ts'

// Exams are rows: the forms of the desk offer those that there are.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

it('offers an exam that was added, and none that is withdrawn', async () => {
  const { browser } = await enrolled('Exam author', 'author')
  await run(
    {
      text: `INSERT INTO categories (document_id, slug, state_id, position, languages, digest,
               created_at, updated_at)
             SELECT 'kas', 'kas-prelims', state_id, 99, languages, '', '', '' FROM categories
             WHERE slug = 'vao-paper-1'`,
      values: [],
    },
    {
      text: `INSERT INTO category_texts (category_id, locale, name)
             SELECT id, 'kn', 'KAS Prelims' FROM categories WHERE slug = 'kas-prelims'`,
      values: [],
    },
    { text: "UPDATE categories SET withdrawn_at = 'now' WHERE slug = 'ap-pet'", values: [] },
  )
  const form = await browser.text('/papers/new')
  expect(form).toContain('value="kas-prelims">KAS Prelims')
  expect(form).not.toContain('value="ap-pet"')
})
