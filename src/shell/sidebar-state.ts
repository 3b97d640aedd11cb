import { useEffect, useState } from 'react';
import { useNarrow } from '../ui/narrow.ts';

const COOKIE = 'sidebar_state';
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** Open if the cookie is missing. */
export function readSidebarCookie(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${COOKIE}=false`);
}

export type SidebarState = {
  mobile: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
};

/** Kept for seven days in the cookie `sidebar_state` on wide screens, not kept on narrow ones. */
export function useSidebar(): SidebarState {
  const mobile = useNarrow();
  const [wide, setWide] = useState(() => readSidebarCookie(document.cookie));
  const [narrow, setNarrow] = useState(false);
  const open = mobile ? narrow : wide;

  function setOpen(next: boolean) {
    if (mobile) {
      setNarrow(next);
      return;
    }
    setWide(next);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
    document.cookie = `${COOKIE}=${next}; path=/; max-age=${COOKIE_SECONDS}; samesite=strict`;
  }

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      setOpen(!open);
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return { mobile, open, setOpen };
}
