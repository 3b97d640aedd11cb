import { useEffect, useState } from 'react';

/** `performance.now()`, twice a second (or as often as said) as long as the component is there: for count-downs. */
export function useNow(everyMs = 500): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
