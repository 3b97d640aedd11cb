import { createFileRoute } from '@tanstack/react-router';
import { AdminDashboardPage } from '../../admin-dashboard/admin-dashboard-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/admin/dashboard')({
  validateSearch: carried('/admin/dashboard'),
  component: AdminDashboardPage,
});
