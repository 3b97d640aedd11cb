import { createFileRoute } from '@tanstack/react-router';
import { ContractsPage } from '../../contracts/contracts-page.tsx';
import type { ContractsSearch } from '../../contracts/search.ts';

export const Route = createFileRoute('/client/contracts')({
  // What came from outside is read by the screen (`parseContractsSearch`): here it would weigh on every visitor.
  validateSearch: (search): ContractsSearch => search,
  component: ContractsPage,
});
