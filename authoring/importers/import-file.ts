import { randomUUID } from 'node:crypto'
import { DatabaseFailure, runStatements, type Database } from '../../product-api/database.ts'
import { checkImportedQuestion } from '../checks/content.ts'
import type { Locale } from '../../domain/locale.ts'
import type { PaperDraft, QuestionDraft, Texts } from '../draft.ts'
import { UnreadableFile, type ImportItem } from './item.ts'
import { questionId } from './question-id.ts'
import {
  discardImport,
  beginImport,
  publishImport,
  insertStagedPart,
  insertStagedQuestions,
} from '../loading/import-statements.ts'
import { readScriptFile } from '../loading/script-files.ts'
import { runVerified } from '../loading/verified-batch.ts'
import { digestOf, paperRow, questionRow, type QuestionRow } from '../loading/content-rows.ts'

/** The settings of an import. Without `papers`, questions go into the question bank only. */
export type ImportSettings = {
  /** Prefix of every question id, so that two files never overwrite each other's questions. */
  bank: string
  topics: readonly string[]
  knownTopics: ReadonlySet<string>
  papers: PaperSettings | null
  /** Imports nothing where anything is rejected. */
  strict: boolean
  now: string
}

/** The papers that an import creates, with `questionsEach` questions in each. */
export type PaperSettings = Pick<
  PaperDraft,
  'exam' | 'kind' | 'year' | 'right' | 'wrong' | 'blank' | 'access' | 'source'
> & { title: Texts; questionsEach: number; minutesPerQuestion: number }

export type Remark = { line: number; reason: string }
export type ImportReport = {
  imported: number
  papers: number
  /** Entries that are not single-choice questions. */
  setAside: Remark[]
  /** Single-choice questions with errors. */
  rejected: Remark[]
  /** Changes and warnings of questions that were imported. */
  notes: Remark[]
  /** False where nothing was imported: a strict import with rejections, or an unreadable file. */
  published: boolean
}

/** Questions per database batch. Limits the memory that an import needs. */
const questionsPerBatch = 250

/** Imports one file: stages its questions in several batches and publishes them in one, so that an
 *  interrupted import changes nothing. `progress` is called with the questions read so far. */
export async function importFile(
  database: Database,
  items: AsyncIterable<ImportItem>,
  settings: ImportSettings,
  progress: (questions: number) => void,
): Promise<ImportReport> {
  const token = randomUUID()
  const report: ImportReport = {
    imported: 0,
    papers: 0,
    setAside: [],
    rejected: [],
    notes: [],
    published: false,
  }
  await runStatements(database, beginImport(token, settings.now))
  try {
    const isWhole = await stageAll(database, token, items, settings, report, progress)
    report.published =
      isWhole && report.imported > 0 && !(settings.strict && report.rejected.length > 0)
  } catch (error) {
    throw await unpublished(database, token, error)
  }
  if (report.published) await publishStaged(database, token)
  else await runStatements(database, [discardImport(token)])
  return report
}

/** Publishes what was staged. Errors: DatabaseFailure; with `unknown` it may be published. */
const publishStaged = (database: Database, token: string) =>
  runVerified(
    async () => runStatements(database, await publishImport(token, 'paper', readScriptFile)),
    // The batch that publishes an import also deletes its row.
    async () =>
      (await database.prepare('SELECT 1 FROM imports WHERE token = ?').bind(token).first()) ===
      null,
  )

/** The error of an import that failed while it was staged, so that nothing is published. What it
 *  has staged is deleted, or after a failure of the database left to a later import. */
async function unpublished(database: Database, token: string, error: unknown): Promise<unknown> {
  if (error instanceof DatabaseFailure) return new DatabaseFailure('not-run', error.message)
  await runStatements(database, [discardImport(token)])
  return error
}

/** Returns false where the file cannot be read to its end. */
async function stageAll(
  database: Database,
  token: string,
  items: AsyncIterable<ImportItem>,
  settings: ImportSettings,
  report: ImportReport,
  progress: (questions: number) => void,
): Promise<boolean> {
  const builder = new PaperBuilder(settings)
  let rows: QuestionRow[] = []
  const flush = async () => {
    const statements = [
      ...builder.takeCompleted().map((row) => insertStagedPart(token, 'paper', row)),
      ...insertStagedQuestions(token, rows),
    ]
    if (statements.length > 0) await runStatements(database, statements)
    rows = []
    progress(report.imported)
  }
  try {
    for await (const question of acceptedQuestions(items, settings, report)) {
      rows.push(builder.add(question))
      report.imported++
      if (rows.length === questionsPerBatch) await flush()
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    report.rejected.push({ line: error.line, reason: error.message })
    return false
  }
  builder.close()
  report.papers = builder.count
  await flush()
  return true
}

async function* acceptedQuestions(
  items: AsyncIterable<ImportItem>,
  settings: ImportSettings,
  report: ImportReport,
): AsyncGenerator<QuestionDraft> {
  const lineOf = new Map<string, number>()
  for await (const item of items) {
    const { line } = item
    if ('setAside' in item) {
      report.setAside.push({ line, reason: item.setAside })
      continue
    }
    if ('rejected' in item) {
      report.rejected.push({ line, reason: item.rejected })
      continue
    }
    const { notes, ...foreign } = item.question
    const id = questionId(settings.bank, item.question)
    const topics = [...new Set([...settings.topics, ...foreign.topics])]
    const unknown = topics.filter((topic) => !settings.knownTopics.has(topic))
    const question: QuestionDraft = {
      ...foreign,
      line,
      id,
      topics: topics.filter((topic) => settings.knownTopics.has(topic)),
      section: null,
      figure: null,
    }
    const earlier = lineOf.get(id)
    const { errors, warnings } = checkImportedQuestion(question)
    if (earlier !== undefined) errors.push(`the same question is already in line ${earlier}`)
    for (const reason of errors) report.rejected.push({ line, reason })
    if (errors.length > 0) continue
    if (unknown.length > 0)
      warnings.push(`topics that are no tags were left out: ${unknown.join(', ')}`)
    for (const reason of [...notes, ...warnings]) report.notes.push({ line, reason })
    lineOf.set(id, line)
    yield question
  }
}

/** Distributes questions to papers of equal length, in their order. */
class PaperBuilder {
  readonly #settings: ImportSettings
  #placed: string[] = []
  #languages = new Set<Locale>()
  #completed: object[] = []
  count = 0

  constructor(settings: ImportSettings) {
    this.#settings = settings
  }

  add(question: QuestionDraft): QuestionRow {
    const row = questionRow(question, () => {
      throw new Error('an imported question has no figure')
    })
    const { papers } = this.#settings
    if (!papers) return { ...row, paper: null, position: 0, section: null }
    if (this.#placed.length === papers.questionsEach) this.close()
    const place = { paper: this.#slug(), position: this.#placed.length, section: null }
    this.#placed.push(digestOf(question))
    for (const locale of question.languages) this.#languages.add(locale)
    return { ...row, ...place }
  }

  /** Completes the current paper. */
  close() {
    const { papers, now } = this.#settings
    if (!papers || this.#placed.length === 0) return
    const { title, minutesPerQuestion, questionsEach: _, ...rules } = papers
    const languages = [...this.#languages]
    const named = Object.fromEntries(
      languages.map((locale) => [locale, `${title[locale] ?? ''} ${this.count + 1}`.trim()]),
    )
    this.#completed.push({
      ...paperRow(
        {
          ...rules,
          line: 1,
          slug: this.#slug(),
          qualifying: null,
          position: this.count + 1,
          languages,
          minutes: Math.max(1, Math.ceil(this.#placed.length * minutesPerQuestion)),
          title: named,
          about: Object.fromEntries(languages.map((locale) => [locale, papers.source])),
          checkedOn: now.slice(0, 10),
          sections: [],
        },
        this.#placed.length,
        now,
      ),
      digest: digestOf([papers, this.#placed]),
    })
    this.count++
    this.#placed = []
    this.#languages = new Set()
  }

  /** Returns the papers completed since the last call. */
  takeCompleted(): object[] {
    return this.#completed.splice(0)
  }

  #slug = () => `${this.#settings.bank}-${this.count + 1}`
}
