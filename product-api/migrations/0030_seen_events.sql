-- What a device knew of the others when it wrote an event.

-- The number of the last event of the attempt that the device had fetched then; null: not known. An answer that replaces another device's later one is named to the reader.
ALTER TABLE attempt_events ADD COLUMN seen_n INTEGER;
-- The reader chose between all answers that had arrived.
UPDATE attempt_events SET seen_n = n WHERE writer = 'server-choice';
