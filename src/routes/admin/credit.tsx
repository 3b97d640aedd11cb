import { createFileRoute } from '@tanstack/react-router';
import { ProposalsPage } from '../../admin-credit/proposals-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/admin/credit')({
  validateSearch: routeSearch('/admin/credit'),
  component: ProposalsPage,
});
