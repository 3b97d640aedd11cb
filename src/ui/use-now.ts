import { useEffect, useState } from 'react';

/** `performance.now()`, updated every 500 ms by default; for countdowns. */
export function useNow(everyMs = 500): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
