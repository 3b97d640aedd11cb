import { createFileRoute } from '@tanstack/react-router';
import { OperationsPage } from '../../admin-operations/operations-page.tsx';
import type { OperationsSearch } from '../../admin-operations/search.ts';

export const Route = createFileRoute('/admin/operations')({
  // What came from outside is read by the screen (`parseOperationsSearch`): here it would weigh on every visitor.
  validateSearch: (search): OperationsSearch => search,
  component: OperationsPage,
});
