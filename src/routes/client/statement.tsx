import { createFileRoute } from '@tanstack/react-router';
import { StatementPage } from '../../statement/statement-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/client/statement')({
  validateSearch: carried('/client/statement'),
  component: StatementPage,
});
