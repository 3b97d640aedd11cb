import { createFileRoute } from '@tanstack/react-router';
import { AdminInvestmentsPage } from '../../admin-investments/investments-page.tsx';

export const Route = createFileRoute('/admin/investments')({ component: AdminInvestmentsPage });
