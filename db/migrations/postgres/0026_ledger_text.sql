-- Trigrams of the transactions' descriptions, without case and accents. Without the extension searching works, but reads every row.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE WARNING 'pg_trgm is not available: searching the ledger reads every transaction';
END $$;
--> statement-breakpoint
-- A long list of pending entries would be written into the index by a single transfer.
DO $$ BEGIN
  IF EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX ledger_text ON transactions USING gin (
      (translate(lower(description), 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn') collate "C") gin_trgm_ops
    ) WITH (gin_pending_list_limit = 512);
  END IF;
END $$;
