import { createFileRoute } from '@tanstack/react-router';
import { TransfersPage } from '../../transfers/transfers-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/client/transfers')({
  validateSearch: carried('/client/transfers'),
  component: TransfersPage,
});
