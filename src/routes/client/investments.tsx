import { createFileRoute } from '@tanstack/react-router';
import { InvestmentsPage } from '../../investments/investments-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/client/investments')({
  validateSearch: carried('/client/investments'),
  component: InvestmentsPage,
});
