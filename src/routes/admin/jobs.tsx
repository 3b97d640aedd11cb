import { createFileRoute } from '@tanstack/react-router';
import { JobsPage } from '../../admin-jobs/jobs-page.tsx';
import type { JobsSearch } from '../../admin-jobs/search.ts';

export const Route = createFileRoute('/admin/jobs')({
  // What came from outside is read by the screen (`jobOf`): here it would weigh on every visitor.
  validateSearch: (search): JobsSearch => search,
  component: JobsPage,
});
