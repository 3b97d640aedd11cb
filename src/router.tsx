import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { RouteError, RoutePending } from './shell/route-states.tsx';
import { onSessionEnded, queryClient } from './trpc.ts';
import { ownPath } from './ui/paths.ts';

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMs: 400,
  defaultErrorComponent: RouteError,
  defaultPendingComponent: RoutePending,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// A call answered 401 inside the portal: the session has ended, and the login leads back here.
onSessionEnded(() => {
  const next = ownPath(router.latestLocation.href);
  if (next === null) return;
  queryClient.clear();
  void router.navigate({ to: '/login', search: { next } });
});

// Who arrives at another screen starts at its heading, as with a page that was loaded.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged) return;
  document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });
});
