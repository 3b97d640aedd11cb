import { createFileRoute } from '@tanstack/react-router';
import { JobsPage } from '../../admin-jobs/jobs-page.tsx';
import { carried } from '../../ui/carried.ts';

export const Route = createFileRoute('/admin/jobs')({
  validateSearch: carried('/admin/jobs'),
  component: JobsPage,
});
