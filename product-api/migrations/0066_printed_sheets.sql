-- 1: an attempt by a form with the answers of a printed answer sheet.
ALTER TABLE attempts ADD COLUMN on_paper INTEGER NOT NULL DEFAULT 0 CHECK (on_paper IN (0, 1));
