import { createFileRoute } from '@tanstack/react-router';
import { ClientsPage } from '../../admin-clients/clients-page.tsx';
import type { ClientsSearch } from '../../admin-clients/search.ts';

export const Route = createFileRoute('/admin/users')({
  // What came from outside is read by the screen (`parseClientsSearch`): here it would weigh on every visitor.
  validateSearch: (search): ClientsSearch => search,
  component: ClientsPage,
});
