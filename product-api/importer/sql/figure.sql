-- import_parts holds one 'figure'.

INSERT INTO media (path, content_type, bytes)
SELECT json ->> 'path', json ->> 'contentType', unhex(json ->> 'hex') FROM import_parts WHERE part = 'figure'
ON CONFLICT (path) DO UPDATE SET content_type = excluded.content_type, bytes = excluded.bytes;
