import { createFileRoute } from '@tanstack/react-router';
import { AdminDashboardPage } from '../../admin-dashboard/admin-dashboard-page.tsx';
import type { DashboardSearch } from '../../admin-dashboard/search.ts';

export const Route = createFileRoute('/admin/dashboard')({
  // What came from outside is read by the screen (`periodOf`): here it would weigh on every visitor.
  validateSearch: (search): DashboardSearch => search,
  component: AdminDashboardPage,
});
