import { createFileRoute } from '@tanstack/react-router';
import { LedgerPage } from '../../admin-ledger/ledger-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/admin/ledger')({
  validateSearch: routeSearch('/admin/ledger'),
  component: LedgerPage,
});
