-- What a person is called, in any script; the username stays what identifies an account (Strapi).
-- Until now forms asked for the username as the name.
ALTER TABLE users ADD COLUMN name TEXT;
UPDATE users SET name = username WHERE username NOT GLOB 'aspirant-??????????';
