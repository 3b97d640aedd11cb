import { lazy, Suspense, useEffect, useState } from 'react';
import { currentToast, subscribeToToast } from './toast.ts';

const load = () => import('./toaster.tsx');
const Toaster = lazy(async () => ({ default: (await load()).Toaster }));
const INTERACTIONS = ['pointerdown', 'keydown'] as const;

/** Loaded on the first interaction: no toast can occur earlier, and later the network may be gone. */
export function ToastRegion() {
  const [wanted, setWanted] = useState(() => currentToast() !== null);

  useEffect(() => {
    for (const event of INTERACTIONS) addEventListener(event, load, { once: true, passive: true });
    const unsubscribe = subscribeToToast(() => setWanted(true));
    return () => {
      for (const event of INTERACTIONS) removeEventListener(event, load);
      unsubscribe();
    };
  }, []);

  return (
    wanted && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
