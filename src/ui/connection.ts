import { useSyncExternalStore } from 'react';
import { QUIET_HEADER } from '#domain/quiet';
import { hear, newAudience } from './outside-store.ts';

/** Whether the last call got no answer, or the device says that it has no network. */
let isLost = false;
const audience = newAudience(() => {
  if (!navigator.onLine) note(true);
  return hear({ offline: () => note(true), online: () => void knock() });
});

function note(lost: boolean): void {
  if (lost === isLost) return;
  isLost = lost;
  audience.announce();
}

const served = newAudience();

/**
 * Calls the listener whenever the bank has served who is signed in, which keeps the session open; not when a screen asked by
 * itself. Answers how to stop.
 */
export function onServed(listener: () => void): () => void {
  return served.subscribe(listener);
}

/** `fetch` that notices whether anybody answers: any answer will do, a refusal too. */
export async function watchedFetch(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchNoticing(url, init);
  const isQuiet = new Headers(init?.headers).has(QUIET_HEADER);
  if (!isQuiet && response.status !== 401 && response.status < 500) served.announce();
  return response;
}

async function fetchNoticing(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    note(false);
    return response;
  } catch (error) {
    // What somebody here gave up says nothing about the network.
    if (!init?.signal?.aborted) note(true);
    throw error;
  }
}

/** Asks the bank whether it is there; the notice goes away when it is. */
export async function knock(): Promise<boolean> {
  return fetchNoticing('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** Whether the bank cannot be reached at the moment, outside components. */
export function isConnectionLost(): boolean {
  return isLost;
}

/** Whether the bank cannot be reached at the moment. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(audience.subscribe, isConnectionLost);
}
