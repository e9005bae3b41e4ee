-- Changes whenever what can be found changes. The search object (search/search-object.ts) compares it
-- with the version of its index. Random, so that a restored database never repeats a version.
CREATE TABLE search_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version TEXT NOT NULL
);
INSERT INTO search_version (one, version) VALUES (1, lower(hex(randomblob(8))));

CREATE TRIGGER search_version_after_insert AFTER INSERT ON search_entries BEGIN
  UPDATE search_version SET version = lower(hex(randomblob(8)));
END;
CREATE TRIGGER search_version_after_delete AFTER DELETE ON search_entries BEGIN
  UPDATE search_version SET version = lower(hex(randomblob(8)));
END;
-- Content that is loaded again as it was changes nothing.
CREATE TRIGGER search_version_after_update AFTER UPDATE ON search_entries
WHEN old.title <> new.title OR old.topics <> new.topics OR old.text <> new.text BEGIN
  UPDATE search_version SET version = lower(hex(randomblob(8)));
END;
