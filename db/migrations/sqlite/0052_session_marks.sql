ALTER TABLE `sessions` ADD `mark` text;
