import { createFileRoute } from '@tanstack/react-router';
import { MonthReviewPage } from '../../month-review/month-review-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/client/month-review')({
  validateSearch: carried('/client/month-review'),
  component: MonthReviewPage,
});
