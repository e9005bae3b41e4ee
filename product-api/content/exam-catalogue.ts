import type { ContentIndex } from '../../domain/contracts/content-index.ts'
import type { Database } from '../database.ts'

type Catalogue = NonNullable<ContentIndex['catalogue']>

const names = (table: string, key: string, text: string) =>
  `(SELECT json_group_object(locale, ${text}) FROM ${table} WHERE ${key} = d.id)`

/** Each as the JSON of the contract. */
const selectStates = `
SELECT json_object('slug', slug, 'homeLocale', home_locale, 'homeExams', json(home_exams),
  'hasPapersOnOnePage', json(iif(papers_on_one_page, 'true', 'false')),
  'names', ${names('state_texts', 'state_id', 'coalesce(label, name)')}) AS json
FROM states d WHERE home_locale IS NOT NULL ORDER BY position, id`
const selectExams = `
SELECT json_object('slug', d.slug, 'state', s.slug, 'group', d.exam_group, 'hall', d.hall,
  'languages', json(d.languages),
  'names', ${names('category_texts', 'category_id', 'coalesce(label, name)')},
  'notes', ${names('category_texts', 'category_id', 'note')}) AS json
FROM categories d JOIN states s ON s.id = d.state_id
WHERE d.withdrawn_at IS NULL AND s.home_locale IS NOT NULL ORDER BY d.position, d.id`

/** The states, and the exams that are not withdrawn, in the order of the lists. null: a catalogue
 *  of an earlier version is loaded, which lacks what the site has to know. Cost: two queries of
 *  some hundred rows. */
export async function readCatalogue(db: Database): Promise<Catalogue | null> {
  const [states, exams] = await Promise.all([
    rowsOf<Catalogue['states'][number]>(db, selectStates),
    rowsOf<Catalogue['exams'][number]>(db, selectExams),
  ])
  return states.length === 0 ? null : { states, exams }
}

async function rowsOf<Row>(db: Database, query: string): Promise<Row[]> {
  const { results } = await db.prepare(query).all<{ json: string }>()
  // The database made the JSON by the query.
  return results.map(({ json }) => JSON.parse(json) as Row)
}
