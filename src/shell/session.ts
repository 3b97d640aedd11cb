import { redirect } from '@tanstack/react-router';
import type { Role } from '#domain/auth/role';
import { ownPath } from '#domain/public-places';
import { api, queryClient, type RouterOutputs, trpcClient } from '../trpc.ts';
import { isConnectionLost } from '../ui/connection.ts';
import { homeOf } from '../ui/paths.ts';
import { httpStatusOf } from '../ui/server-error.ts';
import { toastError } from '../ui/toast.ts';

/** Who is signed in, and the bank's date. */
export type Me = RouterOutputs['auth']['me'];

/** Known just now: the login that follows need not ask again. */
let justSignedOut = false;

/** How long the logout waits for the bank before it leads to the login anyway. */
const LOGOUT_PATIENCE_MS = 5000;

/** What a guard is told: where to, and whether the link was only pointed at so far. */
type Arrival = { location: { href: string; pathname: string }; preload: boolean };

/** Where an administrator turns two-factor on. */
export const TWO_FACTOR_PATH = '/admin/settings';

/**
 * Asks the bank who is signed in; null when nobody is. Another person's data is dropped. Where no answer comes, who was
 * here stays: a network that fails for a moment must not end a visit. `onFailure` hears of answers that do not say who.
 */
async function whoIsHere(onFailure?: (error: unknown) => void): Promise<Me | null> {
  try {
    const me = await trpcClient.auth.me.query();
    const before = api.auth.me.getData();
    if (before && before.user.id !== me.user.id) queryClient.clear();
    api.auth.me.setData(undefined, me);
    return me;
  } catch (error) {
    const before = api.auth.me.getData();
    if (before && isConnectionLost()) return before;
    queryClient.clear();
    if (httpStatusOf(error) !== 401) onFailure?.(error);
    return null;
  }
}

/**
 * Guard of one portal, on each navigation: signed out leads to the login, the other role to its own dashboard, and who owes
 * the bank a second factor to where it is turned on.
 */
export async function requireRole(role: Role, arrival: Arrival): Promise<Me> {
  const me = await requireSession(arrival);
  if (me.user.role !== role) throw redirect({ to: homeOf(me.user.role), replace: true });
  if (me.mustEnableTwoFactor && arrival.location.pathname !== TWO_FACTOR_PATH)
    throw redirect({ to: TWO_FACTOR_PATH, replace: true });
  return me;
}

/** Guard of what any signed-in person may see. The bank is asked when one goes there, not when one might. */
export async function requireSession({ location, preload }: Arrival): Promise<Me> {
  const me = (preload && api.auth.me.getData()) || (await whoIsHere(tellFailure));
  if (me !== null) return me;
  justSignedOut = !preload;
  throw redirect({ to: '/login', search: { next: ownPath(location.href) }, replace: true });
}

/** Who is led to the login without having left is told why. */
function tellFailure(error: unknown): void {
  toastError('Falha ao carregar dados do usuário', error, 'Entre de novo para continuar.');
}

/** Guard of the login: who is signed in already goes to the own dashboard. */
export async function leadHome({ preload }: Pick<Arrival, 'preload'>): Promise<void> {
  if (preload) return;
  if (justSignedOut) {
    justSignedOut = false;
    return;
  }
  const me = await whoIsHere();
  if (me !== null) throw redirect({ to: homeOf(me.user.role), replace: true });
}

/**
 * Ends the session as far as it can be ended; whatever the outcome, nothing of it stays in this window. A failure is in
 * the server's log and the browser's, and nowhere on the screen (section 8 of the specification).
 */
export async function signOut(): Promise<void> {
  await trpcClient.auth.logout
    .mutate(undefined, { signal: AbortSignal.timeout(LOGOUT_PATIENCE_MS) })
    .catch(() => null);
  forgetPerson();
}

/** Nothing of who was here stays in this window, and the login need not ask who is. */
export function forgetPerson(): void {
  queryClient.clear();
  dispatchEvent(new Event('signedout'));
  justSignedOut = true;
}
