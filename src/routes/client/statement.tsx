import { createFileRoute } from '@tanstack/react-router';
import type { StatementSearch } from '../../statement/search.ts';
import { StatementPage } from '../../statement/statement-page.tsx';

export const Route = createFileRoute('/client/statement')({
  // What came from outside is read by the screen (`parseStatementSearch`): here it would weigh on every visitor.
  validateSearch: (search): StatementSearch => search,
  component: StatementPage,
});
