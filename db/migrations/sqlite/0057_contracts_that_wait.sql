CREATE INDEX `contracts_waiting` ON `contracts` (`created_at`,`id`) WHERE status = 'pending_signature';
