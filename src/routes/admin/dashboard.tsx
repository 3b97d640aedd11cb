import { createFileRoute } from '@tanstack/react-router';
import { AdminDashboardPage } from '../../admin-dashboard/admin-dashboard-page.tsx';

export const Route = createFileRoute('/admin/dashboard')({ component: AdminDashboardPage });
