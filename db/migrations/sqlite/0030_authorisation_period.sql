ALTER TABLE `payment_authorisations` ADD `own_period` text;
