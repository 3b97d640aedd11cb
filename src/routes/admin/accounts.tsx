import { createFileRoute } from '@tanstack/react-router';
import { AccountsPage } from '../../admin-accounts/accounts-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/admin/accounts')({
  validateSearch: carried('/admin/accounts'),
  component: AccountsPage,
});
