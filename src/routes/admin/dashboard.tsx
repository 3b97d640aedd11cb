import { createFileRoute } from '@tanstack/react-router';
import { AdminDashboardPage } from '../../admin-dashboard/admin-dashboard-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/admin/dashboard')({
  validateSearch: routeSearch('/admin/dashboard'),
  component: AdminDashboardPage,
});
