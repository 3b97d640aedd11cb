import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../admin-audit/audit-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/admin/audit')({
  validateSearch: routeSearch('/admin/audit'),
  component: AuditPage,
});
