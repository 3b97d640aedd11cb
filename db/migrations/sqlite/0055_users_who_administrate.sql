CREATE INDEX `users_admins` ON `users` (`id`) WHERE role = 'admin';
