import type { Database, PreparedStatement, QueryResult, SqlValue, Statement } from './database.ts'

// Reads that differ in a key alone, such as an id, made by one statement for all who ask at once: a
// row by its key costs the database less than the statement around it.

type Key = SqlValue | readonly SqlValue[]

const beginning = 'SELECT asked.key AS asked, '

/** Selects rows by a key. `from`: follows "FROM json_each(?) asked", where asked.value is the key,
 *  or a list with its parts; it has no value of its own. Its rows may not depend on other keys: it
 *  has no LIMIT, no aggregate. A key has its column's type: 7 is not '7'. Rows have one more
 *  column, `asked`. */
export const selectByKey = (
  db: Database,
  { columns, from }: { columns: string; from: string },
  key: Key,
): PreparedStatement =>
  db
    .prepare(`${beginning}${columns} FROM json_each(?) asked CROSS JOIN ${from}`)
    .bind(JSON.stringify([key]))

const isByKey = ({ text }: Statement) => text.startsWith(beginning)

type Joined = { text: string; keys: unknown[] }
type Row = Record<string, unknown> & { asked: number }

/** Runs statements with as few as give the same answers. `run`: runs statements as one
 *  transaction. */
export async function runJoined(
  statements: readonly Statement[],
  run: (statements: readonly Statement[]) => Promise<QueryResult[]>,
): Promise<QueryResult[]> {
  const joined = new Map<string, Joined>()
  const alone: Statement[] = []
  const places = statements.map((statement) => {
    if (!isByKey(statement)) return { text: null, at: alone.push(statement) - 1 }
    const { text } = statement
    const known = joined.get(text) ?? { text, keys: [] }
    joined.set(text, known)
    const [key] = JSON.parse(String(statement.values[0])) as unknown[]
    return { text, at: known.keys.push(key) - 1 }
  })
  const lists = [...joined.values()]
  const answers = await run([
    ...alone,
    ...lists.map(({ text, keys }) => ({ text, values: [JSON.stringify(keys)] })),
  ])
  const byText = new Map(
    lists.map(({ text, keys }, index) => [text, answersOf(answers[alone.length + index]!, keys)]),
  )
  return places.map(({ text, at }) => (text === null ? answers[at]! : byText.get(text)![at]!))
}

/** The answer for each key, as if it had been asked alone. */
function answersOf({ results, meta }: QueryResult, keys: readonly unknown[]): QueryResult[] {
  const answers = keys.map((): QueryResult => ({ results: [], meta }))
  for (const row of results as Row[]) answers[row.asked]!.results.push({ ...row, asked: 0 })
  return answers
}
