import { createRouter } from '@tanstack/react-router';
import { ownPath } from '#domain/public-places';
import { routeTree } from './routeTree.gen.ts';
import { RouteError, RoutePending } from './shell/route-states.tsx';
import { onSessionEnded, queryClient } from './trpc.ts';
import { isConnectionLost } from './ui/connection.ts';

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
  if (next === undefined) return;
  queryClient.clear();
  void router.navigate({ to: '/login', search: { next } });
});

// A part of the application that is gone means a newer version: the router loads the page anew. Without a connection
// that would leave nothing on the screen; prevented, the failure is shown in the place of the screen instead.
addEventListener('vite:preloadError', (event) => {
  if (isConnectionLost()) event.preventDefault();
});

// Who arrives at another screen starts at its heading, as with a page that was loaded.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged) return;
  document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });
});
