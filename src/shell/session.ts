import { redirect } from '@tanstack/react-router';
import type { Role } from '#domain/auth/role';
import { ownPath } from '#domain/public-places';
import { api, queryClient, type RouterOutputs, trpcClient } from '../trpc.ts';
import { isConnectionLost } from '../ui/connection.ts';
import { homeOf } from '../ui/paths.ts';
import { httpStatusOf } from '../ui/server-error.ts';
import { dismissToast, toast, toastError } from '../ui/toast.ts';
import { forgetLeft, leftSession, noteLeft } from './left-session.ts';

export type Me = RouterOutputs['auth']['me'];

/** Set by a sign-out or redirect, so that the login does not ask the server again. */
let justSignedOut = false;

/** Kept when the cache is cleared: of two redirects after one 401, the later one gives the reason too. */
let wasSignedIn = false;

/** Then the browser drops the answer, which would clear the cookie of whoever has signed in here meanwhile. */
const LOGOUT_TIMEOUT_MS = 5000;

/** Between tries to end a session that the server did not end at once. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** A guard's input: the target, and whether it is only being preloaded. */
type Arrival = { location: { href: string; pathname: string }; preload: boolean };

export const TWO_FACTOR_PATH = '/admin/settings';

/** `me` answers 401 to visitors, which the login's console would show; so `visitor` is asked if no user is known. */
const fetchMe = async (): Promise<Me | null> =>
  api.auth.me.getData() ? trpcClient.auth.me.query() : (await trpcClient.auth.visitor.query()).me;

/** Clears the cache if the user changed. Without an answer the known user stays: a network failure ends no session. */
async function fetchUser(onFailure?: (error: unknown) => void): Promise<Me | null> {
  try {
    const me = await unlessLeft(await fetchMe());
    const before = api.auth.me.getData();
    if (before?.user.id !== me?.user.id) forgetWindow();
    if (me) api.auth.me.setData(undefined, me);
    return me;
  } catch (error) {
    const before = api.auth.me.getData();
    if (before && isConnectionLost()) return before;
    if (httpStatusOf(error) === 401) forgetWindow();
    else {
      queryClient.clear();
      onFailure?.(error);
    }
    return null;
  }
}

/** Null also for a session that its owner left while the server did not answer: it is ended now, or at the next question. */
async function unlessLeft(me: Me | null): Promise<Me | null> {
  const left = leftSession();
  if (left === null) return me;
  const isLeft = me !== null && me.sessionId === left;
  if (!isLeft || (await ended(left))) forgetLeft(left);
  return isLeft ? null : me;
}

/** What the login says after a 401: 'elsewhere' if a user was signed in here, undefined (nothing) for a visitor. */
export function sessionEndReason(): 'elsewhere' | undefined {
  wasSignedIn ||= api.auth.me.getData() !== undefined;
  return wasSignedIn ? 'elsewhere' : undefined;
}

/** Redirects visitors to the login, other roles to their dashboard, and to the settings if two-factor is required. */
export async function requireRole(role: Role, arrival: Arrival): Promise<Me> {
  const me = await requireSession(arrival);
  if (me.user.role !== role) throw redirect({ to: homeOf(me.user.role), replace: true });
  if (me.mustEnableTwoFactor && arrival.location.pathname !== TWO_FACTOR_PATH)
    throw redirect({ to: TWO_FACTOR_PATH, replace: true });
  return me;
}

/** The server is asked on navigation, not on preload. */
export async function requireSession({ location, preload }: Arrival): Promise<Me> {
  let ended = sessionEndReason();
  const me =
    (preload && api.auth.me.getData()) ||
    (await fetchUser((error) => {
      ended = undefined;
      toastFailure(error);
    }));
  if (me !== null) return me;
  justSignedOut = !preload;
  throw redirect({ to: '/login', search: { next: ownPath(location.href), ended }, replace: true });
}

/** Explains an involuntary redirect to the login. */
function toastFailure(error: unknown): void {
  toastError('Falha ao carregar dados do usuário', error, 'Entre de novo para continuar.');
}

export async function redirectHome({ preload }: Pick<Arrival, 'preload'>): Promise<void> {
  if (preload) return;
  if (justSignedOut) {
    justSignedOut = false;
    return;
  }
  const me = await fetchUser();
  if (me !== null) throw redirect({ to: homeOf(me.user.role), replace: true });
}

/**
 * Forgets the session in this window even if the server does not answer. Until it does, this browser signs nobody in by that
 * session, also if the tab is closed before.
 */
export async function signOut(): Promise<void> {
  const left = api.auth.me.getData()?.sessionId ?? null;
  if (left !== null) noteLeft(left);
  const signal = AbortSignal.timeout(LOGOUT_TIMEOUT_MS);
  const isEnded = await trpcClient.auth.logout.mutate(undefined, { signal }).then(
    () => true,
    () => false,
  );
  forgetUser();
  if (left === null) return;
  if (isEnded) return forgetLeft(left);
  const warning = toast({
    title: 'A sessão ainda não foi encerrada',
    description:
      'O ValeBank não respondeu e vai encerrá-la assim que responder. Se o computador não é seu, espere antes de deixá-lo.',
    tone: 'error',
    stays: true,
  });
  void endLater(left).then(() => dismissToast(warning));
}

/** Ends that session only: somebody else may have signed in meanwhile, which ended it, too. */
const ended = (sessionId: string): Promise<boolean> =>
  trpcClient.auth.sessions.end
    .mutate({ id: sessionId }, { signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS) })
    .then(
      () => true,
      (error: unknown) => [401, 404].includes(httpStatusOf(error) ?? 0),
    );

async function endLater(left: string): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; leftSession() === left; waitMs = Math.min(waitMs * 4, LONGEST_WAIT_MS)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (leftSession() !== left || !(await ended(left))) continue;
    forgetLeft(left);
    toast({ title: 'Sessão encerrada', description: 'O computador já pode ficar com outra pessoa.' });
  }
}

/** What the window holds of somebody, an unfinished registration and a pasted code among it, is not for the next person. */
export function forgetWindow(): void {
  queryClient.clear();
  dispatchEvent(new Event('signedout'));
  try {
    sessionStorage.clear();
  } catch {
    // Blocked storage holds nothing.
  }
}

export function forgetUser(): void {
  forgetWindow();
  justSignedOut = true;
  wasSignedIn = false;
}
