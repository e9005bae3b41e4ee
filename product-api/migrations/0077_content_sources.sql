-- The text of each content file as it was loaded, so that everything can be written out again as
-- the same files. path: as in content_files.
CREATE TABLE content_sources (
  path TEXT PRIMARY KEY REFERENCES content_files (path) ON DELETE CASCADE,
  source TEXT NOT NULL
);
-- Content that was loaded before this has no text here yet: it is loaded once more.
DELETE FROM content_files
WHERE path NOT LIKE 'import:%' AND path NOT LIKE 'desk:%' AND path NOT LIKE '/%';
