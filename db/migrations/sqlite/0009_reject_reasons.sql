ALTER TABLE `external_accounts` ADD `reject_reasons` text;
