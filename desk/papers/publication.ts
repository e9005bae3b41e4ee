import paperSql from '../../authoring/loading/sql/paper.sql?raw'
import questionsSql from '../../authoring/loading/sql/questions.sql?raw'
import { stagePaper } from '../../authoring/loading/content-rows.ts'
import { loadStatements, type ReadScript } from '../../authoring/loading/import-statements.ts'
import { withdrawalStatements } from '../../authoring/publishing/withdraw-content.ts'
import { readPaper } from '../../authoring/text-format/paper.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { auditStatement } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'
import { knownFigures } from './figures.ts'
import { filePathOf, paperEvent, paperOf, type Paper } from './stored-papers.ts'

const pathOf = (slug: string) => `desk:papers/${slug}`

/** Publishes every approved paper whose minute has come, each in one transaction with its entry in
 *  the audit log. A paper that cannot be published stays scheduled and is tried again a minute
 *  later; its page says why. Cost: one look-up in an index where nothing is due. */
export async function publishDuePapers(db: Database, now: Date) {
  const { results } = await db
    .prepare(
      `SELECT slug FROM desk_papers WHERE state = 'scheduled' AND publish_at <= ?
       ORDER BY publish_at LIMIT 5`,
    )
    .bind(now.toISOString())
    .all<{ slug: string }>()
  for (const { slug } of results) {
    const paper = await paperOf(db, slug)
    if (paper?.state !== 'scheduled') continue
    try {
      await publishPaper(db, paper, now)
    } catch (error) {
      const later = await paperOf(db, slug)
      // An overlapping run published it, or somebody saved another version meanwhile.
      if (later?.state !== 'scheduled' || later.version !== paper.version) continue
      console.error(JSON.stringify({ at: 'publication', slug, error: String(error) }))
      if (later.failure === null) await recordFailure(db, paper, String(error), now)
    }
  }
}

async function publishPaper(db: Database, paper: Paper, now: Date) {
  const { slug, version, digest, source } = paper
  const at = now.toISOString()
  const figures = await knownFigures(db)
  // The paths of files are part of digests: the same paper is the same wherever it was written.
  const { paper: draft, problems } = readPaper(filePathOf(paper), source)
  if (problems[0]) throw new Error(`line ${problems[0].line}: ${problems[0].reason}`)
  const content = stagePaper(draft, at, (name) => {
    const figure = figures.get(name)
    if (!figure) throw new Error(`there is no figure ${name}`)
    return figure
  })
  // The digest of an approved version; the database refuses any other.
  const file = { path: pathOf(slug), digest, now: at, source }
  await runStatements(db, [
    ...(await loadStatements(file, content, readScript)),
    {
      text: `UPDATE desk_papers SET state = 'published', published_version = version,
        published_at = ?1, failure = NULL, owned_at = coalesce(owned_at, ?1)
        WHERE slug = ?2 AND version = ?3`,
      values: [at, slug, version],
    },
    auditStatement(paperEvent(null, 'paper_published', slug, { version }), now),
  ])
}

async function recordFailure(db: Database, { slug, version }: Paper, reason: string, now: Date) {
  await runStatements(db, [
    {
      text: 'UPDATE desk_papers SET failure = ? WHERE slug = ? AND version = ?',
      values: [reason.slice(0, 500), slug, version],
    },
    auditStatement(paperEvent(null, 'paper_failed', slug, { version }), now),
  ])
}

/** Takes a published paper off the site. Attempts at it stay, and its text stays as a draft.
 *  -> whether it was published. */
export async function withdrawPaper(db: Database, slug: string, operator: Operator, now: Date) {
  const paper = await paperOf(db, slug)
  if (!paper || paper.publishedVersion === null) return false
  await runStatements(db, [
    ...withdrawalStatements([{ kind: 'paper', slug }], now.toISOString()),
    {
      text: `UPDATE desk_papers SET state = 'draft', published_version = NULL, published_at = NULL
        WHERE slug = ?`,
      values: [slug],
    },
    auditStatement(
      paperEvent(operator, 'paper_withdrawn', slug, { version: paper.publishedVersion }),
      now,
    ),
  ])
  return true
}

const readScript: ReadScript = (name) => {
  if (name === 'paper') return Promise.resolve(paperSql)
  if (name === 'questions') return Promise.resolve(questionsSql)
  throw new Error(`the desk does not publish papers by ${name}.sql`)
}
