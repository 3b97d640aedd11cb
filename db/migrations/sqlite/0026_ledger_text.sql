-- Trigrams of the transactions' descriptions, without case and accents. `rowid` is `created_at * 1048576 + transactions.rowid % 1048576`.
CREATE VIRTUAL TABLE ledger_text USING fts5(description, content = '', detail = none, columnsize = 0, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
-- Transactions up to this rowid are in `ledger_text`; the server adds the others in the background.
CREATE TABLE ledger_text_progress (
	id integer PRIMARY KEY NOT NULL CHECK (id = 1),
	indexed_to integer NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO ledger_text_progress (id, indexed_to) VALUES (1, 0);
