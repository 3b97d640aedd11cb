import { redirect } from '@tanstack/react-router';
import type { Role } from '#domain/auth/role';
import { api, queryClient, type RouterOutputs, trpcClient } from '../trpc.ts';
import { homeOf, ownPath } from '../ui/paths.ts';

/** Who is signed in, and the bank's date. */
export type Me = RouterOutputs['auth']['me'];

/** Known just now: the login that follows need not ask again. */
let justSignedOut = false;

/** Asks the bank who is signed in; null when nobody is, or when it does not answer. Another person's data is dropped. */
async function whoIsHere(): Promise<Me | null> {
  try {
    const me = await trpcClient.auth.me.query();
    const before = api.auth.me.getData();
    if (before && before.user.id !== me.user.id) queryClient.clear();
    api.auth.me.setData(undefined, me);
    return me;
  } catch {
    queryClient.clear();
    return null;
  }
}

/** Guard of one portal, on each navigation: signed out leads to the login, the other role to its own dashboard. */
export async function requireRole(role: Role, path: string): Promise<Me> {
  const me = await requireSession(path);
  if (me.user.role !== role) throw redirect({ to: homeOf(me.user.role), replace: true });
  return me;
}

/** Guard of what any signed-in person may see. */
export async function requireSession(path: string): Promise<Me> {
  const me = await whoIsHere();
  if (me !== null) return me;
  justSignedOut = true;
  throw redirect({ to: '/login', search: { next: ownPath(path) ?? undefined }, replace: true });
}

/** Guard of the login: who is signed in already goes to the own dashboard. */
export async function leadHome(): Promise<void> {
  if (justSignedOut) {
    justSignedOut = false;
    return;
  }
  const me = await whoIsHere();
  if (me !== null) throw redirect({ to: homeOf(me.user.role), replace: true });
}

/** Ends the session as far as it can be ended; whatever the outcome, nothing of it stays in this window. */
export async function signOut(): Promise<void> {
  await trpcClient.auth.logout.mutate().catch(() => null);
  queryClient.clear();
  justSignedOut = true;
}
