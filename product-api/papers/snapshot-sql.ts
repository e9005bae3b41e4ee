/** Copies a paper and its keys into `paper_versions` unless a version with its digest exists.
 *  ?1: the slug of the test, ?2: the time. json() around subqueries: SQLite would otherwise treat
 *  their JSON as text. */
export const snapshotPaper = `
INSERT INTO paper_versions (test_id, digest, head, questions, keys, created_at)
SELECT p.id, p.digest,
  json_object(
    'slug', p.slug, 'exam', c.slug, 'state', s.slug, 'kind', p.kind, 'year', p.year,
    'titles', json((
      SELECT json_group_object(locale, title) FROM practice_test_texts WHERE test_id = p.id)),
    'languages', json(p.languages), 'minutes', p.minutes,
    'marks', json_object('right', p.right_marks, 'wrong', p.wrong_marks, 'blank', p.blank_marks),
    'qualifying', p.qualifying,
    'sections', json((
      SELECT json_group_array(json_object(
        'slug', slug,
        'names', json((
          SELECT json_group_object(locale, name) FROM test_section_texts WHERE section_id = o.id)),
        'minutes', minutes) ORDER BY position)
      FROM test_sections o WHERE test_id = p.id)),
    'questionCount', (SELECT count(*) FROM test_questions WHERE test_id = p.id)),
  (SELECT json_group_array(json_object(
      'id', q.document_id,
      'section', (SELECT slug FROM test_sections WHERE id = tq.section_id),
      'topics', json((
        SELECT json_group_array(t.slug ORDER BY t.position)
        FROM question_tags g JOIN tags t ON t.id = g.tag_id WHERE g.question_id = q.id)),
      'figure', json(iif(q.figure IS NULL, NULL,
        json_object('url', q.figure, 'width', q.figure_width, 'height', q.figure_height))),
      'optionCount', (
        SELECT max(json_array_length(options)) FROM question_texts WHERE question_id = q.id),
      'texts', json((
        SELECT json_group_object(locale, json_object(
          'stem', stem, 'options', json(options), 'alt', figure_alt))
        FROM question_texts WHERE question_id = q.id))) ORDER BY tq.position)
    FROM test_questions tq JOIN questions q ON q.id = tq.question_id WHERE tq.test_id = p.id),
  (SELECT json_group_object(q.document_id, k.correct_option)
    FROM test_questions tq
    JOIN questions q ON q.id = tq.question_id
    JOIN answer_keys k ON k.question_id = q.id
    WHERE tq.test_id = p.id),
  ?2
FROM practice_tests p JOIN categories c ON c.id = p.category_id JOIN states s ON s.id = c.state_id
WHERE p.slug = ?1 AND p.withdrawn_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM paper_versions v WHERE v.test_id = p.id AND v.digest = p.digest)`
