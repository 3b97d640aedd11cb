import { createFileRoute } from '@tanstack/react-router';
import { ContractsPage } from '../../contracts/contracts-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/client/contracts')({
  validateSearch: carried('/client/contracts'),
  component: ContractsPage,
});
