import { createFileRoute } from '@tanstack/react-router';
import { InvestmentsPage } from '../../investments/investments-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/client/investments')({
  validateSearch: routeSearch('/client/investments'),
  component: InvestmentsPage,
});
