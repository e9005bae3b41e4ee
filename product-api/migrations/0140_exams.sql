-- What the site needs to know of states and exams, so that an exam is a row and no code. Everything
-- is NULL or empty until the catalogue is loaded again.

-- home_locale: of pages whose address names no language. papers_on_one_page: an exam has one page with
-- sections, not a page for each kind of paper. home_exams: slugs, in the order of the home page.
ALTER TABLE states ADD COLUMN home_locale TEXT REFERENCES locales (code);
ALTER TABLE states ADD COLUMN papers_on_one_page INTEGER NOT NULL DEFAULT 0 CHECK (papers_on_one_page IN (0, 1));
ALTER TABLE states ADD COLUMN home_exams TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(home_exams));
-- label: what pages call it, where that is not its full name.
ALTER TABLE state_texts ADD COLUMN label TEXT;

-- exam_group: exams that belong together. hall: the computer test that the exam hall imitates.
-- withdrawn_at: since when the catalogue does not have it any more; papers and attempts still refer to
-- the row.
ALTER TABLE categories ADD COLUMN exam_group TEXT NOT NULL DEFAULT '';
ALTER TABLE categories ADD COLUMN hall TEXT NOT NULL DEFAULT 'standard';
ALTER TABLE categories ADD COLUMN withdrawn_at TEXT;
-- note: what distinguishes it from similar exams.
ALTER TABLE category_texts ADD COLUMN label TEXT;
ALTER TABLE category_texts ADD COLUMN note TEXT NOT NULL DEFAULT '';

-- An exam that has papers cannot disappear from the catalogue: an export would name what it lacks.
CREATE TRIGGER exam_with_papers INSTEAD OF INSERT ON missing_references
WHEN new.kind = 'exam-with-papers' BEGIN
  SELECT RAISE(ABORT, 'an exam that has papers stays in the catalogue, with "withdrawn": true');
END;
