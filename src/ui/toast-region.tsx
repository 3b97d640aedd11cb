import { lazy, Suspense, useEffect, useState } from 'react';
import { currentToast, subscribeToToast } from './toast.ts';

const load = () => import('./toaster.tsx');
const Toaster = lazy(async () => ({ default: (await load()).Toaster }));
const TOUCHES = ['pointerdown', 'keydown'] as const;

/**
 * The place of the toasts. Its code is fetched when a person first touches the page: before that nothing can have been
 * done that would be worth a message, and afterwards it must be there even if the network is not.
 */
export function ToastRegion() {
  const [wanted, setWanted] = useState(() => currentToast() !== null);

  useEffect(() => {
    for (const touch of TOUCHES) addEventListener(touch, load, { once: true, passive: true });
    const unsubscribe = subscribeToToast(() => setWanted(true));
    return () => {
      for (const touch of TOUCHES) removeEventListener(touch, load);
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
