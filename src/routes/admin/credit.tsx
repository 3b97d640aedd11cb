import { createFileRoute } from '@tanstack/react-router';
import { ProposalsPage } from '../../admin-credit/proposals-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/admin/credit')({
  validateSearch: carried('/admin/credit'),
  component: ProposalsPage,
});
