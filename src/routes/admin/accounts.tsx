import { createFileRoute } from '@tanstack/react-router';
import { AccountsPage } from '../../admin-accounts/accounts-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/admin/accounts')({
  validateSearch: routeSearch('/admin/accounts'),
  component: AccountsPage,
});
