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

/** What an object answers. `error`: the database's, of the call for all. */
export type GroupedAnswer = { results: QueryResult[] } | { error: string }

/** What the Worker and readers' objects ask of an object that groups reads (read-grouper.ts). */
export type ReadGrouperStub = {
  read(statements: readonly Statement[], from: ReadFrom): Promise<GroupedAnswer>
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
 *  call of their own; not where the database fails, which all of them would then ask at once.
 *  Errors: those of the database; throws for statements that may write. Cost: one request to an
 *  object; 100 ms more where many ask. */
export function groupedReads(env: Bindings, from: ReadFrom): Database {
  const direct = from === 'nearest' ? nearestReplica(env.DB) : env.DB
  const { READS } = env
  if (!READS) return direct
  return databaseOverBatches(async (statements) => {
    if (!statements.every(({ text }) => /^\s*SELECT\b/.test(text)))
      throw new TypeError('Only reads can be grouped')
    const answer = await askGrouper(READS, statements, from)
    if (answer === null) return runOn(direct, statements)
    if ('error' in answer) throw new Error(answer.error)
    return answer.results
  })
}

/** null: the object fails. */
async function askGrouper(
  reads: ReadNamespace,
  statements: readonly Statement[],
  from: ReadFrom,
): Promise<GroupedAnswer | null> {
  try {
    return await grouperOf(reads, from).read(plain(statements), from)
  } catch (error) {
    console.error(JSON.stringify({ at: 'grouped-reads', error: String(error) }))
    return null
  }
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
  readonly #grouped: Grouped<readonly Statement[], Answers>

  /** `db`: asked for at each call. */
  constructor(db: () => Database, pauseMs = groupPauseMs) {
    this.#grouped = new Grouped((lists) => readEachOnce(db(), lists), pauseMs)
  }

  async read(statements: readonly Statement[]): Promise<QueryResult[]> {
    return (await this.#grouped.add(statements)).get(statements)!
  }
}

type Answers = Map<readonly Statement[], QueryResult[]>

/** Those of one list are in the same call, which is a transaction. Cost: one call for about a
 *  hundred different statements. */
async function readEachOnce(db: Database, lists: readonly (readonly Statement[])[]) {
  const answers: Answers = new Map()
  for (let from = 0; from < lists.length;) {
    const different = new Map<string, Statement>()
    let to = from
    while (to < lists.length && different.size < maxStatements)
      for (const statement of lists[to++]!) different.set(keyOf(statement), statement)
    const results = await runOn(db, [...different.values()])
    const byKey = new Map([...different.keys()].map((key, index) => [key, results[index]!]))
    for (const list of lists.slice(from, to))
      answers.set(
        list,
        list.map((statement) => byKey.get(keyOf(statement))!),
      )
    from = to
  }
  return answers
}

const keyOf = ({ text, values }: Statement) => JSON.stringify([text, values])

const runOn = (db: Database, statements: readonly Statement[]) =>
  db.batch(statements.map(({ text, values }) => db.prepare(text).bind(...values)))
