-- Until when the whole journal of a compacted attempt is kept in the bucket of R2
-- (product-api/attempts/full-journal.ts). Only readers' objects set it; here it stands so that the
-- rows of an attempt are the same in both (attempts/attempt-transfer.ts).
ALTER TABLE attempts ADD COLUMN full_until TEXT;
