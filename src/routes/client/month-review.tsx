import { createFileRoute } from '@tanstack/react-router';
import { MonthReviewPage } from '../../month-review/month-review-page.tsx';
import type { MonthSearch } from '../../month-review/search.ts';

export const Route = createFileRoute('/client/month-review')({
  // What came from outside is read by the screen (`monthOf`): here it would weigh on every visitor.
  validateSearch: (search): MonthSearch => search,
  component: MonthReviewPage,
});
