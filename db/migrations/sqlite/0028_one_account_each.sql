CREATE UNIQUE INDEX `accounts_one_each` ON `accounts` (`user_id`,`account_type`) WHERE account_type in ('investment', 'external');
