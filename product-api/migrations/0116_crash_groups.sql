-- Crashes that readers saw, counted by what went wrong, for the desk; each one alone is in the crash
-- log (inbox/crash-log.ts). Nothing of a person. part: the island, or '' for a page of the server.
-- Releases are the build's time in base 36, so that they sort by time; '': not known. closed_release:
-- of the latest one when an operator closed it; a crash of a later release opens it again.
CREATE TABLE crash_groups (
  id INTEGER PRIMARY KEY,
  message TEXT NOT NULL,
  part TEXT NOT NULL,
  page TEXT NOT NULL,
  count INTEGER NOT NULL,
  first_release TEXT NOT NULL,
  first_at TEXT NOT NULL,
  last_release TEXT NOT NULL,
  last_at TEXT NOT NULL,
  closed_release TEXT,
  UNIQUE (message, part)
);
CREATE INDEX crash_groups_by_time ON crash_groups (last_at);
