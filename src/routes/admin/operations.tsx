import { createFileRoute } from '@tanstack/react-router';
import { OperationsPage } from '../../admin-operations/operations-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/admin/operations')({
  validateSearch: carried('/admin/operations'),
  component: OperationsPage,
});
