import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../admin-audit/audit-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/admin/audit')({
  validateSearch: carried('/admin/audit'),
  component: AuditPage,
});
