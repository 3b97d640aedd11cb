ALTER TABLE `notifications` ADD `dedupe_key` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_dedupe_key` ON `notifications` (`dedupe_key`) WHERE dedupe_key is not null;
--> statement-breakpoint
-- What was told already keeps its key, so that a daily run that is begun again does not tell it twice. Of texts that are alike
-- the nth one is of the nth instalment, or contract: they were told in that order.
UPDATE notifications SET dedupe_key = paired.dedupe_key FROM (
  SELECT n.id, n.kind || ':' || i.id || ':' || n.user_id AS dedupe_key,
    dense_rank() OVER (PARTITION BY n.user_id, n.kind, p.purpose, i.number, p.term_months, i.due_on ORDER BY n.id) AS nth_told,
    dense_rank() OVER (PARTITION BY n.user_id, n.kind, p.purpose, i.number, p.term_months, i.due_on ORDER BY i.id) AS nth_open
  FROM notifications n
  JOIN credit_proposals p ON p.user_id = n.user_id
  JOIN instalments i ON i.proposal_id = p.id AND i.paid_on IS NULL
    AND i.due_on <= date(n.created_at / 1000, 'unixepoch', '+10 days')
  WHERE n.kind IN ('instalment_due_soon', 'instalment_overdue')
    AND instr(n.text, p.purpose || ': Parcela ' || i.number || ' de ' || p.term_months || ', de ') = 1
    AND instr(n.text, ', com vencimento em ' || strftime('%d/%m/%Y', i.due_on) || '.') > 0
) AS paired WHERE paired.id = notifications.id AND nth_told = nth_open;
--> statement-breakpoint
UPDATE notifications SET dedupe_key = paired.dedupe_key FROM (
  SELECT n.id, 'contract_reminder:' || c.id || ':' || c.days || ':' || n.user_id AS dedupe_key,
    dense_rank() OVER (PARTITION BY n.user_id, n.text, c.made_on, c.days ORDER BY n.id) AS nth_told,
    dense_rank() OVER (PARTITION BY n.user_id, n.text, c.made_on, c.days ORDER BY c.id) AS nth_open
  FROM (SELECT *, date(created_at / 1000, 'unixepoch', '-3 hours') AS told_on FROM notifications WHERE kind = 'contract_reminder') n
  JOIN (
    SELECT contracts.*, date(created_at / 1000, 'unixepoch', '-3 hours') AS made_on, after.days
    FROM contracts JOIN (SELECT 2 AS days UNION ALL SELECT 5) AS after WHERE status = 'pending_signature'
  ) c ON c.user_id = n.user_id AND c.title = n.text
    AND c.days = CASE WHEN n.told_on >= date(c.made_on, '+5 days') THEN 5 WHEN n.told_on >= date(c.made_on, '+2 days') THEN 2 END
) AS paired WHERE paired.id = notifications.id AND nth_told = nth_open;
--> statement-breakpoint
UPDATE notifications
SET dedupe_key = kind || ':' || substr(title, -4) || '-' || substr(title, -7, 2) || '-' || substr(title, -10, 2) || ':' || user_id
WHERE id IN (
  SELECT min(id) FROM notifications WHERE kind = 'instalments_overdue' AND title LIKE '% __/__/____' GROUP BY user_id, title
);
