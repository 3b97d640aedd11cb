import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../../shell/not-found-page.tsx';

export const Route = createFileRoute('/admin/')({ component: UnknownPath });

function UnknownPath() {
  return <NotFoundPage portal="admin" />;
}
