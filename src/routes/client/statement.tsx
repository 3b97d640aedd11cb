import { createFileRoute } from '@tanstack/react-router';
import { StatementPage } from '../../statement/statement-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/client/statement')({
  validateSearch: routeSearch('/client/statement'),
  component: StatementPage,
});
