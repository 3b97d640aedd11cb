import { createFileRoute } from '@tanstack/react-router';
import { ProposalsPage } from '../../admin-credit/proposals-page.tsx';
import type { ProposalsSearch } from '../../admin-credit/search.ts';

export const Route = createFileRoute('/admin/credit')({
  // What came from outside is read by the screen (`parseProposalsSearch`): here it would weigh on every visitor.
  validateSearch: (search): ProposalsSearch => search,
  component: ProposalsPage,
});
