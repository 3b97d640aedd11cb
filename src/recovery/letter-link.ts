import { useRouter, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** That this entry was opened by a letter's link, whose token left the address. */
    hadToken?: true;
  }
}

/** `isGone`: an earlier load of the page had the token, and this one (a reload, or back) has not. */
export type LetterLink = { token: string | undefined; isGone: boolean };

/**
 * Reads the token of a letter's link, and takes it out of the address and the tab's history: there it would open the link for
 * the next person at a shared computer. Only the mounted page keeps it. A page whose code could not be loaded has not read it
 * yet: the router's reload finds it.
 */
export function useLetterLink(): LetterLink {
  const { token } = useSearch({ strict: false });
  const router = useRouter();
  const [hadToken] = useState(() => router.latestLocation.state.hadToken === true);
  const [kept, setKept] = useState(token);
  if (token !== undefined && token !== kept) setKept(token);

  useLayoutEffect(() => {
    if (token === undefined) return;
    void router.navigate({
      to: '.',
      search: {},
      state: { hadToken: true },
      replace: true,
      resetScroll: false,
    });
  }, [token, router]);

  return { token: kept, isGone: kept === undefined && hadToken };
}
