import * as v from 'valibot'
import {
  passageName,
  questionFields,
  textBlocks,
  textOfBlocks,
  type QuestionFields,
  type TextBlock,
} from '../../authoring/text-format/paper-text.ts'
import { fallbackChain, locales, type Locale } from '../../domain/locale.ts'
import { failed, ok, type Result } from '../../domain/result.ts'
import { sha256 } from '../../product-api/cryptography.ts'
import { runStatements, type Database, type Statement } from '../../product-api/database.ts'
import { auditStatement, type AuditAction } from '../audit/audit-log.ts'
import type { Operator } from '../operators/operators.ts'
import { textStates, type TextState } from '../ui/state-steps.tsx'

// A paper at the desk: its text in the format of content/README.md, cut into pieces that are stored
// once each; a version is a list of pieces.

const text = v.nullable(v.string())
const paperRow = v.object({
  ...{ slug: v.string(), exam: v.string(), version: v.number() },
  state: v.picklist(textStates),
  ...{ publishAt: text, note: text, failure: text },
  publishedVersion: v.nullable(v.number()),
  publishedAt: text,
  ownedAt: text,
  ...{ authorId: v.number(), author: v.string(), savedAt: v.string(), digest: v.string() },
  blocks: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
  head: v.string(),
})
/** A paper without its text. `author`: who saved the newest version. `blocks`: the digests of its
 *  pieces. */
export type PaperSummary = v.InferOutput<typeof paperRow>

/** `authorId`: who wrote the piece first. `key`: a question's, from 0. */
export type StoredBlock = TextBlock & { digest: string; key: number | null; authorId: number }
export type Paper = PaperSummary & { pieces: StoredBlock[]; source: string; languages: Locale[] }

const columns = `p.slug, p.exam, p.version, p.state, p.publish_at AS publishAt, p.note, p.failure,
  p.published_version AS publishedVersion, p.published_at AS publishedAt, p.owned_at AS ownedAt,
  v.author_id AS authorId, o.name AS author, v.saved_at AS savedAt, v.digest, v.blocks,
  h.text AS head`
const source = `desk_papers p JOIN paper_drafts v USING (slug, version)
  JOIN operators o ON o.id = v.author_id JOIN paper_blocks h ON h.digest = v.blocks ->> '$[0]'`

/** The title in a language, or in another; the slug where nobody has written one. */
export function titleOf({ slug, head }: Pick<PaperSummary, 'slug' | 'head'>, locale: Locale) {
  const titles = fallbackChain(locale).map((one) =>
    new RegExp(`^title ${one}: (.+)$`, 'm').exec(head)?.[1]?.trim(),
  )
  return titles.find((title) => title !== undefined) ?? slug
}

export async function papersAtDesk(db: Database): Promise<PaperSummary[]> {
  const { results } = await db
    .prepare(`SELECT ${columns} FROM ${source} ORDER BY v.saved_at DESC LIMIT 500`)
    .all()
  return v.parse(v.array(paperRow), results)
}

export async function papersIn(db: Database, state: TextState): Promise<PaperSummary[]> {
  const { results } = await db
    .prepare(`SELECT ${columns} FROM ${source} WHERE p.state = ? ORDER BY v.saved_at LIMIT 100`)
    .bind(state)
    .all()
  return v.parse(v.array(paperRow), results)
}

const blockRow = v.object({
  digest: v.string(),
  text: v.string(),
  key: v.nullable(v.number()),
  authorId: v.number(),
})

const selectBlocks = `SELECT b.digest, b.text, b.key, b.author_id AS authorId
  FROM paper_drafts v, json_each(v.blocks) j JOIN paper_blocks b ON b.digest = j.value
  WHERE v.slug = ? AND v.version = ? ORDER BY j.key`

/** A paper with its newest text. Cost: two reads. */
export async function paperOf(db: Database, slug: string): Promise<Paper | null> {
  const row = await db
    .prepare(`SELECT ${columns} FROM ${source} WHERE p.slug = ?`)
    .bind(slug)
    .first()
  if (!row) return null
  const summary = v.parse(paperRow, row)
  const pieces = await piecesOf(db, slug, summary.version)
  return { ...summary, pieces, source: textOfBlocks(pieces), languages: languagesIn(pieces) }
}

/** The pieces of one version, in order; none where there is no such version. */
export async function piecesOf(
  db: Database,
  slug: string,
  version: number,
): Promise<StoredBlock[]> {
  const { results } = await db.prepare(selectBlocks).bind(slug, version).all()
  return v.parse(v.array(blockRow), results).map((row) => ({
    ...row,
    ...(textBlocks(row.text).at(-1) ?? { mark: 'head', name: '' }),
    text: row.text,
  }))
}

/** The languages that a head names. */
export function languagesIn(pieces: readonly Pick<TextBlock, 'text'>[]): Locale[] {
  const words = /^languages:(.*)$/m.exec(pieces[0]?.text ?? '')?.[1] ?? ''
  const named = words.split(/\s+/).flatMap((word) => locales.find((one) => one === word) ?? [])
  return named.length > 0 ? [...new Set(named)] : [...locales]
}

const versionRow = v.object({
  ...{ version: v.number(), authorId: v.number(), author: v.string(), savedAt: v.string() },
  blocks: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
})
export type PaperVersionRow = v.InferOutput<typeof versionRow>

/** The latest versions, the newest first. */
export async function versionsOf(db: Database, slug: string): Promise<PaperVersionRow[]> {
  const { results } = await db
    .prepare(
      `SELECT v.version, v.author_id AS authorId, o.name AS author, v.saved_at AS savedAt, v.blocks
       FROM paper_drafts v JOIN operators o ON o.id = v.author_id
       WHERE v.slug = ? ORDER BY v.version DESC LIMIT 60`,
    )
    .bind(slug)
    .all()
  return v.parse(v.array(versionRow), results)
}

export type SavedPaper = {
  slug: string
  exam: string
  source: string
  /** The version that the author began from; 0 for a new paper. */
  expected: number
  action?: Extract<AuditAction, 'paper_saved' | 'paper_imported'>
}

/** Saves a text as the next version of its paper, by its author, as a draft. The same text as
 *  before makes no version. Errors: the paper as somebody else saved it meanwhile; nothing is
 *  stored then. Returns the version. */
export async function savePaper(
  db: Database,
  { slug, exam, source, expected, action = 'paper_saved' }: SavedPaper,
  author: Operator,
  now: Date,
): Promise<Result<number, Paper>> {
  const before = await paperOf(db, slug)
  if (before && before.version !== expected) return failed(before)
  const pieces = textBlocks(source)
  const whole = textOfBlocks(pieces)
  const digest = await sha256(whole)
  if (before?.digest === digest) return ok(before.version)
  const languages = languagesIn(pieces)
  const blocks = await Promise.all(pieces.map((piece) => blockOf(piece, pieces, languages)))
  const version = expected + 1
  try {
    await runStatements(db, [
      ...insertBlocks(blocks, author),
      {
        text: `INSERT INTO paper_drafts (slug, version, author_id, blocks, digest, saved_at)
          VALUES (?, ?, ?, ?, ?, ?)`,
        values: [
          ...[slug, version, author.id, JSON.stringify(blocks.map(({ digest }) => digest))],
          ...[digest, now.toISOString()],
        ],
      },
      {
        text: `INSERT INTO desk_papers (slug, exam, version, state) VALUES (?, ?, ?, 'draft')
          ON CONFLICT (slug) DO UPDATE SET exam = excluded.exam, version = excluded.version,
            state = 'draft', failure = NULL`,
        values: [slug, exam, version],
      },
      auditStatement(paperEvent(author, action, slug, { version }), now),
    ])
    return ok(version)
  } catch (error) {
    if (!String(error).includes('somebody saved another version')) throw error
    const theirs = await paperOf(db, slug)
    if (!theirs) throw error
    return failed(theirs)
  }
}

type NewBlock = Pick<TextBlock, 'mark' | 'text'> & { digest: string; key: number | null }

/** A question is read together with the passage that it shares, so its digest covers both. */
async function blockOf(
  { mark, text }: TextBlock,
  pieces: readonly TextBlock[],
  languages: readonly Locale[],
): Promise<NewBlock> {
  const fields = mark === 'item' ? questionFields(text, languages) : null
  const read = text + (fields ? (passageIn(pieces, fields)?.text ?? '') : '')
  return { mark, text, key: fields?.correct ?? null, digest: (await sha256(read)).slice(0, 24) }
}

/** The piece of the passage that a question shares. */
export function passageIn(pieces: readonly TextBlock[], question: Pick<QuestionFields, 'rest'>) {
  const name = passageName(question)
  return pieces.find((piece) => piece.mark === 'passage' && piece.name === name)
}

const blocksPerStatement = 50

/** Pieces that are stored already stay as they are, with their first author. */
function insertBlocks(blocks: readonly NewBlock[], author: Operator): Statement[] {
  const slices = Array.from({ length: Math.ceil(blocks.length / blocksPerStatement) }, (_, index) =>
    blocks.slice(index * blocksPerStatement, (index + 1) * blocksPerStatement),
  )
  return slices.map((slice) => ({
    text: `INSERT OR IGNORE INTO paper_blocks (digest, mark, text, key, author_id)
      SELECT value ->> 'digest', value ->> 'mark', value ->> 'text', value ->> 'key', ?2
      FROM json_each(?1)`,
    values: [JSON.stringify(slice), author.id],
  }))
}

export const paperEvent = (
  operator: Operator | null,
  action: AuditAction,
  slug: string,
  detail: Record<string, string | number> = {},
) => ({ operator, action, subject: `paper ${slug}`, detail })

/** The address under which a paper's text stands in content/. */
export const filePathOf = ({ slug, exam }: { slug: string; exam: string }) =>
  `papers/${exam}/${slug}.txt`
