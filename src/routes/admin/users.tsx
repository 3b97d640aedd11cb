import { createFileRoute } from '@tanstack/react-router';
import { ClientsPage } from '../../admin-clients/clients-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/admin/users')({
  validateSearch: routeSearch('/admin/users'),
  component: ClientsPage,
});
