import { createFileRoute, useRouteContext } from '@tanstack/react-router';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { requireSession } from '../shell/session.ts';
import { Shell } from '../shell/shell.tsx';

export const Route = createFileRoute('/$')({
  beforeLoad: async (arrival) => ({ me: await requireSession(arrival) }),
  component: UnknownPath,
});

function UnknownPath() {
  const { me } = useRouteContext({ from: '/$' });
  return (
    <Shell me={me} portal={me.user.role}>
      <NotFoundPage portal={me.user.role} />
    </Shell>
  );
}
