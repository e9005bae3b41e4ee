-- import_parts holds one 'figure'.

INSERT INTO media (path, content_type, bytes)
SELECT body ->> 'path', body ->> 'contentType', unhex(body ->> 'hex') FROM import_parts WHERE part = 'figure'
ON CONFLICT (path) DO UPDATE SET content_type = excluded.content_type, bytes = excluded.bytes;
