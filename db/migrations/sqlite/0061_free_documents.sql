DROP INDEX `users_cpf`;
--> statement-breakpoint
DROP INDEX `users_cnpj`;
--> statement-breakpoint
ALTER TABLE `users` ADD `document_freed_at` integer;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_cpf` ON `users` (`cpf`) WHERE document_freed_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_cnpj` ON `users` (`cnpj`) WHERE document_freed_at is null;
