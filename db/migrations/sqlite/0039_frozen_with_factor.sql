ALTER TABLE `protections` ADD `frozen_with_factor` integer;
