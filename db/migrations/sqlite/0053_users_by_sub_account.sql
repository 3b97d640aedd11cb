CREATE INDEX `users_sub_account` ON `users` (`asaas_sub_account_id`) WHERE asaas_sub_account_id is not null;
