ALTER TABLE `recipients` ADD `nicknamed_at` integer;
