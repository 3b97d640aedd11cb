import { createFileRoute } from '@tanstack/react-router';
import { AccountsPage } from '../../admin-accounts/accounts-page.tsx';
import type { AccountsSearch } from '../../admin-accounts/search.ts';

export const Route = createFileRoute('/admin/accounts')({
  // What came from outside is read by the screen (`parseAccountsSearch`): here it would weigh on every visitor.
  validateSearch: (search): AccountsSearch => search,
  component: AccountsPage,
});
