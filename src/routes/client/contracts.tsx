import { createFileRoute } from '@tanstack/react-router';
import { ContractsPage } from '../../contracts/contracts-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/client/contracts')({
  validateSearch: routeSearch('/client/contracts'),
  component: ContractsPage,
});
