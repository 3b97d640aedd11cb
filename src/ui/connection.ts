import { useSyncExternalStore } from 'react';
import { QUIET_HEADER } from '#domain/quiet';
import { listenTo, newSubscribers } from './external-store.ts';

/** Whether the last call got no answer, or the device reports no network. */
let isLost = false;
const subscribers = newSubscribers(() => {
  if (!navigator.onLine) note(true);
  return listenTo({ offline: () => note(true), online: () => void pingServer() });
});

function note(lost: boolean): void {
  if (lost === isLost) return;
  isLost = lost;
  subscribers.notify();
}

const served = newSubscribers();

/** Subscribes to answered calls, which extend the session; not to polling. Returns the unsubscriber. */
export function onServed(listener: () => void): () => void {
  return served.subscribe(listener);
}

/** `fetch` that records whether the server answers; an error response counts. */
export async function watchedFetch(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchNoticing(url, init);
  const isQuiet = new Headers(init?.headers).has(QUIET_HEADER);
  if (!isQuiet && response.status !== 401 && response.status < 500) served.notify();
  return response;
}

async function fetchNoticing(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    note(false);
    return response;
  } catch (error) {
    // An aborted call says nothing about the network.
    if (!init?.signal?.aborted) note(true);
    throw error;
  }
}

export async function pingServer(): Promise<boolean> {
  return fetchNoticing('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** `useConnectionLost` outside components. */
export function isConnectionLost(): boolean {
  return isLost;
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribers.subscribe, isConnectionLost);
}
