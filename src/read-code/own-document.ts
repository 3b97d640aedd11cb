import type { AnyRouter } from '@tanstack/react-router';

const READING = '/client/ler';
/** The screen, and those that a code leads to: it reaches them in memory, which a new document would lose. */
const WITH_CAMERA = [READING, '/client/pix', '/client/transfers'];

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Whether this document was loaded for the screen: only its headers allow the camera (docs/decisions/041). */
export function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return !loaded || withoutSlash(new URL(loaded.name).pathname) === READING;
}

let isBound = false;

/** A screen that has nothing to do with codes is loaded as a new document, which may not use the camera. */
export function endWithPayment(router: AnyRouter): void {
  if (isBound) return;
  isBound = true;
  router.subscribe('onResolved', ({ toLocation }) => {
    if (!WITH_CAMERA.includes(withoutSlash(toLocation.pathname))) location.reload();
  });
}
