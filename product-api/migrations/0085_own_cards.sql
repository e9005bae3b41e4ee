-- Cards that readers wrote or imported. An owner has at most some thousand (study/own-cards.ts).
CREATE TABLE own_cards (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  -- 'own-' and 32 letters: the card in card_reviews.
  id TEXT NOT NULL UNIQUE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  guest_id TEXT REFERENCES guests (id) ON DELETE CASCADE,
  locale TEXT NOT NULL REFERENCES locales (code),
  front TEXT NOT NULL,
  back TEXT NOT NULL,
  created_at TEXT NOT NULL,
  CHECK ((user_id IS NULL) <> (guest_id IS NULL)),
  UNIQUE (user_id, front, back),
  UNIQUE (guest_id, front, back)
);

-- Questions that readers keep, with a note. From papers that they have submitted: `version` is that
-- of the paper.
CREATE TABLE bookmarks (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  guest_id TEXT REFERENCES guests (id) ON DELETE CASCADE,
  -- The question's documentId.
  question TEXT NOT NULL,
  version INTEGER NOT NULL REFERENCES paper_versions (id),
  locale TEXT NOT NULL REFERENCES locales (code),
  note TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK ((user_id IS NULL) <> (guest_id IS NULL)),
  UNIQUE (user_id, question),
  UNIQUE (guest_id, question)
);
