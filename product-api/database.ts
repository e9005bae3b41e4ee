/** A value that can be bound to a statement. Blobs are only read: content is loaded as JSON. */
export type SqlValue = string | number | null

/** A statement as data, for code that builds statements before it has a database. */
export type Statement = { text: string; values: readonly SqlValue[] }

export type QueryResult<Row = Record<string, unknown>> = {
  results: Row[]
  /** rows_read and rows_written: as they are billed, where the database says so. */
  meta: { changes: number; last_row_id: number; rows_read?: number; rows_written?: number }
}

export type PreparedStatement = {
  bind(...values: SqlValue[]): PreparedStatement
  all<Row = Record<string, unknown>>(): Promise<QueryResult<Row>>
  /** The first row; null if there is none. */
  first<Row = Record<string, unknown>>(): Promise<Row | null>
  run<Row = Record<string, unknown>>(): Promise<QueryResult<Row>>
}

/** The product database, for the Worker and the commands: the part of Cloudflare's D1Database that
 *  they use. The Worker's binding has this type; the commands make theirs with
 *  `databaseOverBatches`. Each call is one round trip; a batch is one transaction. */
export type Database = {
  prepare(text: string): PreparedStatement
  batch<Row = Record<string, unknown>>(statements: PreparedStatement[]): Promise<QueryResult<Row>[]>
  /** D1's Sessions API; absent where there are no replicas: in objects and commands. */
  withSession?(start: 'first-unconstrained'): Database
  /** Reads of the primary database, together with those of others; absent outside readers' objects
   *  (grouped-reads.ts). */
  groupedPrimary?(): Database
  /** Reads of content, which many readers ask in the same moment; absent there too. */
  groupedContent?(): Database
}

/** The product database by its nearest replica, which may be behind: a new session, in which no
 *  read is older than the one before. For content, and for a delivery's caller, whose refusal is
 *  confirmed by the binding itself. Whatever else is read by the binding comes from the primary
 *  database, so that nobody misses what they have just written. Source: D1, Global read
 *  replication. */
export const nearestReplica = (database: Database): Database =>
  database.withSession?.('first-unconstrained') ?? database

/** The primary database, asked together with others where that is possible. For reads alone. */
export const groupedPrimaryOf = (database: Database): Database =>
  database.groupedPrimary?.() ?? database

/** A replica, for content that is the same for very many readers and may be two seconds old. For
 *  reads alone. */
export const contentOf = (database: Database): Database =>
  database.groupedContent?.() ?? nearestReplica(database)

/** What a request about a reader's own data uses. own: the data itself, in the reader's object
 *  (reader-object.ts). shared: the product database, with content, accounts and summaries. */
export type Stores = { own: Database; shared: Database }

/** Runs statements as one transaction: all of them or none. Returns the rows of each statement. */
export async function runStatements(
  database: Database,
  statements: readonly Statement[],
): Promise<Record<string, unknown>[][]> {
  const answers = await database.batch(
    statements.map(({ text, values }) => database.prepare(text).bind(...values)),
  )
  return answers.map(({ results }) => results)
}

/** What became of a batch that did not return rows. refused: the database answered with an error
 *  and changed nothing. not-run: it never reached the database. unknown: it may have been run. */
export type FailedOutcome = 'refused' | 'not-run' | 'unknown'

/** Thrown by a database over HTTP. The message is a sentence without a full stop. */
export class DatabaseFailure extends Error {
  readonly outcome: FailedOutcome

  constructor(outcome: FailedOutcome, message: string) {
    super(message)
    this.outcome = outcome
  }
}

type Batch = (statements: readonly Statement[]) => Promise<QueryResult[]>

/** A database that a command reaches only by sending batches, each of which is one transaction:
 *  the local file or Cloudflare's HTTP API. A batch that SQLite refuses as busy is sent again. */
export function databaseOverBatches(batch: Batch): Database {
  const run: Batch = (statements) =>
    withBusyRetry(() => batch(statements), {
      isRepeatable: statements.every(({ text }) => /^\s*SELECT\b/i.test(text)),
    })
  return {
    prepare: (text) => new BatchedStatement(run, text, []),
    batch: async <Row>(statements: PreparedStatement[]) =>
      (await run(statements.map(asStatement))) as QueryResult<Row>[],
  }
}

class BatchedStatement implements PreparedStatement, Statement {
  readonly #run: Batch
  readonly text: string
  readonly values: readonly SqlValue[]

  constructor(run: Batch, text: string, values: readonly SqlValue[]) {
    this.#run = run
    this.text = text
    this.values = values
  }

  bind(...values: SqlValue[]) {
    return new BatchedStatement(this.#run, this.text, values)
  }

  async all<Row>() {
    const [answer] = await this.#run([asStatement(this)])
    if (!answer) throw new Error('The database answered a statement without a result')
    return answer as QueryResult<Row>
  }

  run<Row>() {
    return this.all<Row>()
  }

  async first<Row>() {
    const { results } = await this.all<Row>()
    return results[0] ?? null
  }
}

function asStatement(statement: PreparedStatement): Statement {
  if (!(statement instanceof BatchedStatement))
    throw new TypeError('The statement was prepared by another database')
  return { text: statement.text, values: statement.values }
}

const maxTries = 30
const retryAfterMs = 100

/** The local file is busy while a running site writes to it. A refused batch has changed nothing
 *  and is run again. Where only the commit token could not be read, the batch has been run: it is
 *  run again only if it is repeatable. Source: miniflare, src/workers/d1/database.worker.ts.
 *  Errors: DatabaseFailure. */
async function withBusyRetry<Value>(
  work: () => Promise<Value>,
  { isRepeatable }: { isRepeatable: boolean },
): Promise<Value> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      const text = String(error)
      if (!/SQLITE_BUSY|session commit token/.test(text)) throw error
      if (text.includes('session commit token') && !isRepeatable)
        throw new DatabaseFailure('unknown', 'the local database was busy after the step')
      if (tries === maxTries)
        throw new DatabaseFailure('refused', 'the local database was busy (SQLITE_BUSY)')
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    }
}
