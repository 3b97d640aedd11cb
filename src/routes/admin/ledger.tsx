import { createFileRoute } from '@tanstack/react-router';
import { LedgerPage } from '../../admin-ledger/ledger-page.tsx';
import type { LedgerSearch } from '../../admin-ledger/search.ts';

export const Route = createFileRoute('/admin/ledger')({
  // What came from outside is read by the screen (`parseLedgerSearch`): here it would weigh on every visitor.
  validateSearch: (search): LedgerSearch => search,
  component: LedgerPage,
});
