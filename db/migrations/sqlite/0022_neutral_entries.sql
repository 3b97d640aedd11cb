ALTER TABLE `entries` ADD `is_neutral` integer DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE entries SET is_neutral = true WHERE transaction_id IN (
  SELECT id FROM transactions
   WHERE type IN ('credit_disbursement', 'investment_application', 'investment_redemption', 'reversal')
  UNION ALL
  SELECT transaction_id FROM payment_orders WHERE kind IN ('move_in', 'move_out')
  UNION ALL
  SELECT concluded_by_id FROM payment_orders WHERE kind IN ('move_in', 'move_out') AND concluded_by_id IS NOT NULL
);
--> statement-breakpoint
CREATE INDEX `entries_neutral` ON `entries` (`account_id`,`seq`) WHERE is_neutral;
