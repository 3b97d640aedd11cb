import { createFileRoute } from '@tanstack/react-router';
import type { TransfersSearch } from '../../transfers/search.ts';
import { TransfersPage } from '../../transfers/transfers-page.tsx';

export const Route = createFileRoute('/client/transfers')({
  // What came from outside is read by the screen (`parseTransfersSearch`): here it would weigh on every visitor.
  validateSearch: (search): TransfersSearch => search,
  component: TransfersPage,
});
