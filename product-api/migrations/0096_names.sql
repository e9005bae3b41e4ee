-- What a person is called: in any script, with spaces, shown to them alone, changed at any time. The
-- username is what Strapi identifies an account by; where nobody chose one, it was made by us.
ALTER TABLE users ADD COLUMN name TEXT;
UPDATE users SET name = username WHERE username NOT GLOB 'aspirant-[0-9a-f]*';
