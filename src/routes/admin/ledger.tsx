import { createFileRoute } from '@tanstack/react-router';
import { LedgerPage } from '../../admin-ledger/ledger-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/admin/ledger')({
  validateSearch: carried('/admin/ledger'),
  component: LedgerPage,
});
