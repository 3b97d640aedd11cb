ALTER TABLE `protections` ADD `document_free_from` integer;
