import {
  databaseOverBatches,
  nearestReplica,
  type Database,
  type QueryResult,
  type Statement,
} from './database.ts'
import { Grouped } from './grouped.ts'
import { runJoined } from './joined-reads.ts'
import type { ReadNamespace } from './object-bindings.ts'

// What very many readers ask of the product database in the same minute of an exam, asked together.

/** Which database: the nearest replica, which may be behind, or the primary one. 'content': a
 *  replica, for content that is the same for many, as it was within the last two seconds. */
export type ReadFrom = 'nearest' | 'primary' | 'content'

/** What an object answers. `error`: the database's, of the call for all. */
export type GroupedAnswer = { results: QueryResult[] } | { error: string }

/** What the Worker and readers' objects ask of an object that groups reads (read-grouper.ts). */
export type ReadGrouperStub = {
  read(statements: readonly Statement[], from: ReadFrom): Promise<GroupedAnswer>
}

type Bindings = { DB: Database; READS?: ReadNamespace }

/** How many objects share the reads of each database. The primary one has fewer: each of their
 *  calls asks it once more for what all need. So does each that remembers content. */
export const grouperCounts = { nearest: 32, primary: 16, content: 16 }
/** From the end of one call of an object for several readers to the next. */
export const groupPauseMs = 100
const maxStatements = 100
/** How long answers about content are remembered. */
export const contentMemoryMs = 2000
/** About 100 KB each: the explanations of a paper in one language. */
const maxRemembered = 40

/** The product database for reads alone, which are made by one of the objects together with others
 *  of the same moment, each different statement once. They begin after they were asked for, so they
 *  are as fresh as those of a call of their own. Without objects, or where one fails, they are a
 *  call of their own; not where the database fails, which all of them would then ask at once.
 *  Errors: those of the database; throws for statements that may write. Cost: one request to an
 *  object; 100 ms more where many ask. */
export function groupedReads(env: Bindings, from: ReadFrom): Database {
  const direct = from === 'primary' ? env.DB : nearestReplica(env.DB)
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
 *  `groupedPrimary` or `groupedContent`, is read together with others. */
export const databaseWithGroupedReads = (env: Bindings): Database => ({
  prepare: (text) => env.DB.prepare(text),
  batch: (statements) => env.DB.batch(statements),
  withSession: () => groupedReads(env, 'nearest'),
  groupedPrimary: () => groupedReads(env, 'primary'),
  groupedContent: () => groupedReads(env, 'content'),
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

/** A database for reads alone, which answers a statement again as it did less than `memoryMs` ago.
 *  Answers without rows are not remembered: a replica may not know yet what is new. */
export function databaseWithMemory(db: () => Database, memoryMs = contentMemoryMs): Database {
  const known = new Map<string, { untilMs: number; result: QueryResult }>()
  return databaseOverBatches(async (statements) => {
    const nowMs = Date.now()
    for (const [key, { untilMs }] of known) if (untilMs <= nowMs) known.delete(key)
    const answers = statements.map((statement) => known.get(keyOf(statement))?.result)
    const missing = statements.filter((_, index) => !answers[index])
    const results = missing.length > 0 ? await runOn(db(), missing) : []
    const untilMs = Date.now() + memoryMs
    for (const [index, result] of results.entries())
      if (result.results.length > 0) known.set(keyOf(missing[index]!), { untilMs, result })
    for (const oldest of [...known.keys()].slice(0, -maxRemembered)) known.delete(oldest)
    return answers.map((known) => known ?? results.shift()!)
  })
}

type Answers = Map<readonly Statement[], QueryResult[]>

/** Those of one list are in the same call, which is a transaction. Cost: one call for about a
 *  hundred different reads, of those by a key one statement. */
async function readEachOnce(db: Database, lists: readonly (readonly Statement[])[]) {
  const answers: Answers = new Map()
  for (let from = 0; from < lists.length;) {
    const different = new Map<string, Statement>()
    let to = from
    while (to < lists.length && different.size < maxStatements)
      for (const statement of lists[to++]!) different.set(keyOf(statement), statement)
    const results = await runJoined([...different.values()], (joined) => runOn(db, joined))
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

export const runOn = (db: Database, statements: readonly Statement[]) =>
  db.batch(statements.map(({ text, values }) => db.prepare(text).bind(...values)))
