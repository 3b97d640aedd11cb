import { createFileRoute, Outlet, useRouteContext } from '@tanstack/react-router';
import { requireRole } from '../../shell/session.ts';
import { Shell } from '../../shell/shell.tsx';

export const Route = createFileRoute('/admin')({
  beforeLoad: async (arrival) => ({ me: await requireRole('admin', arrival) }),
  component: AdminShell,
});

function AdminShell() {
  const { me } = useRouteContext({ from: '/admin' });
  return (
    <Shell me={me} portal="admin">
      <Outlet />
    </Shell>
  );
}
