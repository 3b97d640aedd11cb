CREATE TABLE `recipients` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`name` text,
	`document` text,
	`nickname` text,
	`last_used_at` integer NOT NULL,
	`pinned_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "recipients_kind_one_of" CHECK("recipients"."kind" in ('account', 'pix', 'boleto'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `recipients_target` ON `recipients` (`user_id`,`kind`,`target`);
--> statement-breakpoint
INSERT INTO recipients (id, user_id, kind, target, name, document, last_used_at)
WITH paid AS (
  SELECT t.id, sender.user_id, 'account' AS kind, receiver.account_number AS target,
    u.full_name AS name, coalesce(u.cpf, u.cnpj) AS document, t.created_at AS paid_at
  FROM transactions t
  JOIN entries sent ON sent.transaction_id = t.id AND sent.amount_cents < 0
  JOIN accounts sender ON sender.id = sent.account_id AND sender.account_type = 'checking'
  JOIN entries received ON received.transaction_id = t.id AND received.account_id <> sent.account_id
  JOIN accounts receiver ON receiver.id = received.account_id AND receiver.account_type IN ('checking', 'savings')
  JOIN users u ON u.id = receiver.user_id
  WHERE t.type = 'transfer'
  UNION ALL
  -- Without a document the name of a PIX is what its code said.
  SELECT transaction_id, user_id, kind, CASE kind WHEN 'pix' THEN target ELSE coalesce(payee_document, payee_name) END,
    CASE WHEN kind = 'boleto' OR payee_document IS NOT NULL THEN payee_name END, payee_document, concluded_at
  FROM payment_orders WHERE kind IN ('pix', 'boleto') AND status = 'done'
), latest AS (
  SELECT paid.*, row_number() OVER (PARTITION BY user_id, kind, target ORDER BY paid_at DESC, id DESC) AS nth
  FROM paid WHERE target IS NOT NULL
), ranked AS (
  SELECT latest.*, row_number() OVER (PARTITION BY user_id, kind ORDER BY paid_at DESC, id DESC) AS place
  FROM latest WHERE nth = 1
)
SELECT id, user_id, kind, target, name, document, paid_at FROM ranked
WHERE place <= 50 AND user_id IN (SELECT id FROM users WHERE closed_at IS NULL);
