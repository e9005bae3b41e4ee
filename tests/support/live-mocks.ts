import { expect, vi } from 'vitest'
import liveMockSql from '../../authoring/loading/sql/live-mock.sql?raw'
import paperSql from '../../authoring/loading/sql/paper.sql?raw'
import questionsSql from '../../authoring/loading/sql/questions.sql?raw'
import { stagePaper, type StagedContent } from '../../authoring/loading/content-rows.ts'
import { loadStatements } from '../../authoring/loading/import-statements.ts'
import { stageLiveMock } from '../../authoring/loading/live-mock-rows.ts'
import type { LiveMockDraft } from '../../authoring/draft.ts'
import { runStatements } from '../../product-api/database.ts'
import { draftOf, type TestLiveMock } from './live-mock-source.ts'
import { database } from './product-api.ts'

const scripts: Partial<Record<StagedContent['script'] | 'questions', string>> = {
  'live-mock': liveMockSql,
  paper: paperSql,
  questions: questionsSql,
}

async function load(path: string, content: StagedContent) {
  const file = { path, digest: crypto.randomUUID(), now: new Date().toISOString() }
  const statements = await loadStatements(file, content, (name) =>
    Promise.resolve(scripts[name] ?? ''),
  )
  await runStatements(database(), statements)
}

/** Brings a live mock to the database, as content:deploy does. */
export async function loadLiveMock(live: TestLiveMock): Promise<LiveMockDraft> {
  const draft = draftOf(live)
  const staged = stageLiveMock(draft, new Date().toISOString())
  await load(draft.file, (await staged.complete?.()) ?? staged)
  return draft
}

/** Brings its paper as an ordinary one, as content:deploy does after the results. */
export const loadAsPaper = ({ file, paper }: LiveMockDraft) =>
  load(
    `${file}#paper`,
    stagePaper(paper, new Date().toISOString(), () => {
      throw new Error('no figures')
    }),
  )

/** What the database has of a live mock. */
export const secretsOf = (slug: string) =>
  database()
    .prepare(
      `SELECT k.code, k.paper_key AS paperKey, k.answer_keys AS answerKeys, m.version_id AS version
       FROM live_mock_keys k JOIN live_mocks m USING (slug) WHERE slug = ?`,
    )
    .bind(slug)
    .first<{ code: string; paperKey: string; answerKeys: string; version: number | null }>()

/** Waits until it is noted that the attempt of an entry exists, which happens together with others
 *  of the same half second. */
export const untilOpened = (id: string) =>
  vi.waitFor(
    async () => {
      const row = await database()
        .prepare('SELECT opened_at FROM live_entries WHERE id = ?')
        .bind(id)
        .first<{ opened_at: string | null }>()
      expect(row?.opened_at).toEqual(expect.any(String))
    },
    { timeout: 10_000, interval: 20 },
  )
