import { createFileRoute } from '@tanstack/react-router';
import { parseTransfersSearch } from '../../transfers/search.ts';
import { TransfersPage } from '../../transfers/transfers-page.tsx';

export const Route = createFileRoute('/client/transfers')({
  validateSearch: parseTransfersSearch,
  component: TransfersPage,
});
