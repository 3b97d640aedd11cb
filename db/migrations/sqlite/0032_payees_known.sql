ALTER TABLE `recipients` ADD `first_paid_at` integer;
