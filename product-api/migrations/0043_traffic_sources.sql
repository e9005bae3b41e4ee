-- The campaign by which somebody came (?user_source=), as the browser kept it for a day; '' for none.
ALTER TABLE users ADD COLUMN user_source TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_transactions ADD COLUMN user_source TEXT NOT NULL DEFAULT '';
ALTER TABLE feedbacks ADD COLUMN user_source TEXT NOT NULL DEFAULT '';
ALTER TABLE next_routes ADD COLUMN user_source TEXT NOT NULL DEFAULT '';
