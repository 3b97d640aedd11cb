import { createFileRoute } from '@tanstack/react-router';
import { OperationsPage } from '../../admin-operations/operations-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/admin/operations')({
  validateSearch: routeSearch('/admin/operations'),
  component: OperationsPage,
});
