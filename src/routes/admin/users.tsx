import { createFileRoute } from '@tanstack/react-router';
import { ClientsPage } from '../../admin-clients/clients-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/admin/users')({
  validateSearch: carried('/admin/users'),
  component: ClientsPage,
});
