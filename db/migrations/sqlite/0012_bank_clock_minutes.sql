ALTER TABLE `bank_clock` ADD `offset_minutes` integer DEFAULT 0 NOT NULL;
