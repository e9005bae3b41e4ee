import {
  databaseOverBatches,
  nearestReplica,
  type Database,
  type QueryResult,
  type Statement,
} from './database.ts'
import { Grouped } from './grouped.ts'
import type { ReadNamespace } from './object-bindings.ts'

// What very many readers ask of the product database in the same minute of an exam, asked together.

/** Which database: the nearest replica, which may be behind, or the primary one. */
export type ReadFrom = 'nearest' | 'primary'

/** What the Worker and readers' objects ask of an object that groups reads (read-grouper.ts). */
export type ReadGrouperStub = {
  read(statements: readonly Statement[], from: ReadFrom): Promise<QueryResult[]>
}

type Bindings = { DB: Database; READS?: ReadNamespace }

/** How many objects share the reads of each database. The primary one has fewer: each of their
 *  calls asks it once more for what all need. */
export const grouperCounts = { nearest: 32, primary: 16 }
/** From the end of one call of an object for several readers to the next. */
export const groupPauseMs = 100
const maxStatements = 100

/** The product database for reads alone, which are made by one of the objects together with others
 *  of the same moment, each different statement once. They begin after they were asked for, so they
 *  are as fresh as those of a call of their own. Without objects, or where one fails, they are a
 *  call of their own. Errors: throws for statements that may write. Cost: one request to an object;
 *  100 ms more where many ask. */
export function groupedReads(env: Bindings, from: ReadFrom): Database {
  const direct = from === 'nearest' ? nearestReplica(env.DB) : env.DB
  const { READS } = env
  if (!READS) return direct
  return databaseOverBatches(async (statements) => {
    if (!statements.every(({ text }) => /^\s*SELECT\b/.test(text)))
      throw new TypeError('Only reads can be grouped')
    try {
      return await grouperOf(READS, from).read(plain(statements), from)
    } catch (error) {
      console.error(JSON.stringify({ at: 'grouped-reads', error: String(error) }))
      return runOn(direct, statements)
    }
  })
}

/** Without the class of the database that prepared them: as they can be sent to an object. */
const plain = (statements: readonly Statement[]) =>
  statements.map(({ text, values }): Statement => ({ text, values }))

/** The product database as readers' objects use it: what they read of a replica, and by
 *  `groupedPrimary`, is read together with others. */
export const databaseWithGroupedReads = (env: Bindings): Database => ({
  prepare: (text) => env.DB.prepare(text),
  batch: (statements) => env.DB.batch(statements),
  withSession: () => groupedReads(env, 'nearest'),
  groupedPrimary: () => groupedReads(env, 'primary'),
})

const grouperOf = (reads: ReadNamespace, from: ReadFrom) =>
  reads.get(
    reads.idFromName(`${from} ${Math.floor(Math.random() * grouperCounts[from])}`) as never,
    { locationHint: 'apac' },
  ) as ReadGrouperStub

/** The reads of those who ask at the same time. */
export class GroupedReads {
  readonly #grouped: Grouped<readonly Statement[], Map<string, QueryResult>>

  /** `db`: asked for at each call. */
  constructor(db: () => Database, pauseMs = groupPauseMs) {
    this.#grouped = new Grouped((lists) => readEachOnce(db(), lists.flat()), pauseMs)
  }

  async read(statements: readonly Statement[]): Promise<QueryResult[]> {
    const results = await this.#grouped.add(statements)
    return statements.map((statement) => results.get(keyOf(statement))!)
  }
}

/** Cost: one call for each hundred different statements. */
async function readEachOnce(db: Database, statements: readonly Statement[]) {
  const different = new Map(statements.map((statement) => [keyOf(statement), statement]))
  const entries = [...different]
  const results = new Map<string, QueryResult>()
  for (let from = 0; from < entries.length; from += maxStatements) {
    const part = entries.slice(from, from + maxStatements)
    const answers = await runOn(
      db,
      part.map(([, statement]) => statement),
    )
    part.forEach(([key], index) => results.set(key, answers[index]!))
  }
  return results
}

const keyOf = ({ text, values }: Statement) => JSON.stringify([text, values])

const runOn = (db: Database, statements: readonly Statement[]) =>
  db.batch(statements.map(({ text, values }) => db.prepare(text).bind(...values)))
