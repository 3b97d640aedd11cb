ALTER TABLE "notifications" ADD COLUMN "dedupe_key" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_dedupe_key" ON "notifications" USING btree ("dedupe_key") WHERE dedupe_key is not null;
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
    AND i.due_on <= (n.created_at AT TIME ZONE 'UTC')::date + 10
  WHERE n.kind IN ('instalment_due_soon', 'instalment_overdue')
    AND strpos(n.text, p.purpose || ': Parcela ' || i.number || ' de ' || p.term_months || ', de ') = 1
    AND strpos(n.text, ', com vencimento em ' || to_char(i.due_on, 'DD/MM/YYYY') || '.') > 0
) AS paired WHERE paired.id = notifications.id AND nth_told = nth_open;
--> statement-breakpoint
UPDATE notifications SET dedupe_key = paired.dedupe_key FROM (
  SELECT n.id, 'contract_reminder:' || c.id || ':' || c.days || ':' || n.user_id AS dedupe_key,
    dense_rank() OVER (PARTITION BY n.user_id, n.text, c.made_on, c.days ORDER BY n.id) AS nth_told,
    dense_rank() OVER (PARTITION BY n.user_id, n.text, c.made_on, c.days ORDER BY c.id) AS nth_open
  FROM (SELECT *, (created_at AT TIME ZONE INTERVAL '-03:00')::date AS told_on FROM notifications WHERE kind = 'contract_reminder') n
  JOIN (
    SELECT contracts.*, (created_at AT TIME ZONE INTERVAL '-03:00')::date AS made_on, after.days
    FROM contracts CROSS JOIN (VALUES (2), (5)) AS after (days) WHERE status = 'pending_signature'
  ) c ON c.user_id = n.user_id AND c.title = n.text
    AND c.days = CASE WHEN n.told_on >= c.made_on + 5 THEN 5 WHEN n.told_on >= c.made_on + 2 THEN 2 END
) AS paired WHERE paired.id = notifications.id AND nth_told = nth_open;
--> statement-breakpoint
UPDATE notifications
SET dedupe_key = kind || ':' || to_char(to_date(right(title, 10), 'DD/MM/YYYY'), 'YYYY-MM-DD') || ':' || user_id
WHERE id IN (
  SELECT min(id) FROM notifications WHERE kind = 'instalments_overdue' AND title LIKE '% __/__/____' GROUP BY user_id, title
);
