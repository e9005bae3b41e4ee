/** A test that can be begun: as it is now, and the version of its paper that is frozen. `head`: JSON of PaperHead. */
export type Test = {
  id: number
  access: 'free' | 'premium'
  digest: string
  version_id: number
  head: string
}

/** The test of an address, frozen as it is now; null where there is none. The version is found or made in one transaction: however
 *  many begin at once, there is one. Cost: one read by an index; the first time, the whole paper is read inside the database. */
export async function testOfNow(db: D1Database, slug: string, now: Date): Promise<Test | null> {
  const found = await testBySlug(db, slug).first<Test>()
  if (found) return found
  const [, made] = await db.batch<Test>([
    db.prepare(freeze).bind(slug, now.toISOString()),
    testBySlug(db, slug),
  ])
  return made?.results[0] ?? null
}

const testBySlug = (db: D1Database, slug: string) =>
  db
    .prepare(
      `SELECT p.id, p.access, p.digest, v.id AS version_id, v.head
       FROM practice_tests p JOIN paper_versions v ON v.test_id = p.id AND v.digest = p.digest WHERE p.slug = ?`,
    )
    .bind(slug)

/** A test with its paper as it was when it had a digest; null where nobody began it then. */
export const testOfThen = (db: D1Database, slug: string, digest: string): Promise<Test | null> =>
  db
    .prepare(
      `SELECT p.id, p.access, v.digest, v.id AS version_id, v.head
       FROM practice_tests p JOIN paper_versions v ON v.test_id = p.id WHERE p.slug = ? AND v.digest = ?`,
    )
    .bind(slug, digest)
    .first<Test>()

/** ?1: the slug of the test, ?2: the time. What comes out of a subquery is read as JSON again: it would else be taken for text. */
const freeze = `
INSERT INTO paper_versions (test_id, digest, head, questions, keys, created_at)
SELECT p.id, p.digest,
  json_object(
    'slug', p.slug, 'exam', c.slug, 'state', s.slug, 'kind', p.kind, 'year', p.year,
    'titles', json((SELECT json_group_object(locale, title) FROM practice_test_texts WHERE test_id = p.id)),
    'languages', json(p.languages), 'minutes', p.minutes,
    'marks', json_object('right', p.right_marks, 'wrong', p.wrong_marks, 'blank', p.blank_marks),
    'qualifying', p.qualifying,
    'sections', json((
      SELECT json_group_array(json_object(
        'slug', slug,
        'names', json((SELECT json_group_object(locale, name) FROM test_section_texts WHERE section_id = o.id)),
        'minutes', minutes) ORDER BY position)
      FROM test_sections o WHERE test_id = p.id)),
    'questionCount', (SELECT count(*) FROM test_questions WHERE test_id = p.id)),
  (SELECT json_group_array(json_object(
      'id', q.document_id,
      'section', (SELECT slug FROM test_sections WHERE id = tq.section_id),
      'topics', json((
        SELECT json_group_array(t.slug ORDER BY t.position) FROM question_tags g JOIN tags t ON t.id = g.tag_id
        WHERE g.question_id = q.id)),
      'figure', json(iif(q.figure IS NULL, NULL,
        json_object('url', q.figure, 'width', q.figure_width, 'height', q.figure_height))),
      'optionCount', (SELECT max(json_array_length(options)) FROM question_texts WHERE question_id = q.id),
      'texts', json((
        SELECT json_group_object(locale, json_object('stem', stem, 'options', json(options), 'alt', figure_alt))
        FROM question_texts WHERE question_id = q.id))) ORDER BY tq.position)
    FROM test_questions tq JOIN questions q ON q.id = tq.question_id WHERE tq.test_id = p.id),
  (SELECT json_group_object(q.document_id, k.correct_option)
    FROM test_questions tq JOIN questions q ON q.id = tq.question_id JOIN answer_keys k ON k.question_id = q.id
    WHERE tq.test_id = p.id),
  ?2
FROM practice_tests p JOIN categories c ON c.id = p.category_id JOIN states s ON s.id = c.state_id
WHERE p.slug = ?1
  AND NOT EXISTS (SELECT 1 FROM paper_versions v WHERE v.test_id = p.id AND v.digest = p.digest)`
