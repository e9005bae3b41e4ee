-- The reasons of rulings and the outcomes of reports as JSON by language, so that a further language
-- needs no further column. The old columns become generated ones: while this migration is deployed,
-- the previous version of the Worker still selects them.
ALTER TABLE key_rulings ADD COLUMN reason TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(reason));
UPDATE key_rulings SET reason = json_object('kn', reason_kn, 'en', reason_en, 'te', reason_te);
ALTER TABLE key_rulings DROP COLUMN reason_kn;
ALTER TABLE key_rulings DROP COLUMN reason_en;
ALTER TABLE key_rulings DROP COLUMN reason_te;
ALTER TABLE key_rulings ADD COLUMN reason_kn TEXT AS (reason ->> 'kn');
ALTER TABLE key_rulings ADD COLUMN reason_en TEXT AS (reason ->> 'en');
ALTER TABLE key_rulings ADD COLUMN reason_te TEXT AS (reason ->> 'te');

-- null: the report is open.
ALTER TABLE question_reports ADD COLUMN outcome TEXT CHECK (json_valid(outcome));
UPDATE question_reports
SET outcome = json_object('kn', outcome_kn, 'en', outcome_en, 'te', outcome_te)
WHERE outcome_en IS NOT NULL;
ALTER TABLE question_reports DROP COLUMN outcome_kn;
ALTER TABLE question_reports DROP COLUMN outcome_en;
ALTER TABLE question_reports DROP COLUMN outcome_te;
ALTER TABLE question_reports ADD COLUMN outcome_kn TEXT AS (outcome ->> 'kn');
ALTER TABLE question_reports ADD COLUMN outcome_en TEXT AS (outcome ->> 'en');
ALTER TABLE question_reports ADD COLUMN outcome_te TEXT AS (outcome ->> 'te');
