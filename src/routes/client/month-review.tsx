import { createFileRoute } from '@tanstack/react-router';
import { MonthReviewPage } from '../../month-review/month-review-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/client/month-review')({
  validateSearch: routeSearch('/client/month-review'),
  component: MonthReviewPage,
});
