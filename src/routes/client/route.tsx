import { createFileRoute, Outlet, useRouteContext } from '@tanstack/react-router';
import { requireRole } from '../../shell/session.ts';
import { Shell } from '../../shell/shell.tsx';

export const Route = createFileRoute('/client')({
  beforeLoad: async (arrival) => ({ me: await requireRole('cliente', arrival) }),
  component: ClientShell,
});

function ClientShell() {
  const { me } = useRouteContext({ from: '/client' });
  return (
    <Shell me={me} portal="cliente">
      <Outlet />
    </Shell>
  );
}
