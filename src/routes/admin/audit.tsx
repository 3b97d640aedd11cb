import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../admin-audit/audit-page.tsx';
import type { AuditSearch } from '../../admin-audit/search.ts';

export const Route = createFileRoute('/admin/audit')({
  // What came from outside is read by the screen (`parseAuditSearch`): here it would weigh on every visitor.
  validateSearch: (search): AuditSearch => search,
  component: AuditPage,
});
