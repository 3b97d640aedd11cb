import { createRouter } from '@tanstack/react-router';
import { ownPath } from '#domain/public-places';
import { routeTree } from './routes.tsx';
import { RouteError, RoutePending } from './shell/route-states.tsx';
import { forgetWindow, sessionEndReason } from './shell/session.ts';
import { onSessionEnded } from './trpc.ts';
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

// A 401 inside the portal: the session ended, and the login leads back here.
onSessionEnded(() => {
  const next = ownPath(router.latestLocation.href);
  if (next === undefined) return;
  const ended = sessionEndReason();
  forgetWindow();
  void router.navigate({ to: '/login', search: { next, ended } });
});

// A missing chunk means a newer version, and the router reloads the page. Offline a reload would leave an empty
// page, so the error is shown instead.
addEventListener('vite:preloadError', (event) => {
  if (isConnectionLost()) event.preventDefault();
});

// Kept whole by the browser when it was left, the page may show a former person's money: it is asked for again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

// Another screen starts at its heading, like a page load.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged) return;
  document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });
});
