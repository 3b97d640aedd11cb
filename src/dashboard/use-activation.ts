import { useEffect, useEffectEvent, useState } from 'react';
import { trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { toast } from '../ui/toast.ts';

/** Time until the provider knows which documents a new account needs. */
export const ACTIVATION_MS = 15_000;

export const ACTIVATION_FALLBACK = 'Verifique seus dados cadastrais.';

/** Opens the payment account and waits for its documents; then calls `onActive`. */
export function useActivation(onActive: () => void) {
  const utils = trpc.useUtils();
  const [openedAtMs, setOpenedAtMs] = useState<number | null>(null);
  const done = useEffectEvent(onActive);

  const mutation = trpc.pix.createSubaccount.useMutation({
    onSuccess: () => setOpenedAtMs(performance.now()),
    onError: (error) => {
      const description = failureText(error, ACTIVATION_FALLBACK);
      toast({ title: 'Erro ao ativar conta', description, tone: 'error' });
      // Another window has opened the account.
      if (error.data?.code === 'SUBACCOUNT_EXISTS') void utils.auth.me.invalidate();
    },
  });

  useEffect(() => {
    if (openedAtMs === null) return;
    const timer = setTimeout(async () => {
      toast({ title: 'Conta ValeBank Ativada!' });
      await utils.auth.me.invalidate().catch(() => null);
      done();
    }, ACTIVATION_MS);
    return () => clearTimeout(timer);
  }, [openedAtMs, utils]);

  return {
    /** In `performance.now()` time; null if not opened yet. */
    openedAtMs,
    isPending: mutation.isPending,
    error: mutation.error,
    start: () => mutation.mutate(),
  };
}

export type Activation = ReturnType<typeof useActivation>;
