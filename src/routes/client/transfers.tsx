import { createFileRoute } from '@tanstack/react-router';
import { TransfersPage } from '../../transfers/transfers-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/client/transfers')({
  validateSearch: routeSearch('/client/transfers'),
  component: TransfersPage,
});
