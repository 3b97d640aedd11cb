ALTER TABLE `recipients` ADD `trusted_from` integer;
