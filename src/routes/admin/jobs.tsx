import { createFileRoute } from '@tanstack/react-router';
import { JobsPage } from '../../admin-jobs/jobs-page.tsx';
import { routeSearch } from '../../ui/route-search.ts';

export const Route = createFileRoute('/admin/jobs')({
  validateSearch: routeSearch('/admin/jobs'),
  component: JobsPage,
});
