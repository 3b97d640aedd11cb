import { useEffect, useState } from 'react';

/** `performance.now()`, twice a second as long as the component is there: for count-downs. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
