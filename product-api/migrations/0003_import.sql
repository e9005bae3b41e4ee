-- One content file on its way in: its parts as JSON, read by the importer's scripts in the same transaction.
CREATE TABLE import_parts (
  part TEXT NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
);
