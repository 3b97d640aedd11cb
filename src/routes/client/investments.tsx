import { createFileRoute } from '@tanstack/react-router';
import { InvestmentsPage } from '../../investments/investments-page.tsx';
import type { InvestmentsSearch } from '../../investments/search.ts';

export const Route = createFileRoute('/client/investments')({
  // What came from outside is read by the screen (`parseInvestmentsSearch`): here it would weigh on every visitor.
  validateSearch: (search): InvestmentsSearch => search,
  component: InvestmentsPage,
});
