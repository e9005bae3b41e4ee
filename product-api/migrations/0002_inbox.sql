-- What readers and their browsers send us.

CREATE TABLE feedbacks (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  contact TEXT NOT NULL,
  message TEXT NOT NULL,
  url TEXT NOT NULL,
  locale TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE TABLE front_end_logs (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  log_json TEXT NOT NULL,
  log_time TEXT NOT NULL,
  request_id TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX front_end_logs_by_time ON front_end_logs (created_at);
CREATE TABLE next_routes (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  message TEXT NOT NULL,
  type TEXT NOT NULL,
  url TEXT NOT NULL,
  user_id TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX next_routes_by_time ON next_routes (created_at);
