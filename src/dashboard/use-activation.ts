import { useEffect, useEffectEvent, useState } from 'react';
import { trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { toast } from '../ui/toast.ts';

/** How long the provider takes to know what it wants to see of a new account. */
export const ACTIVATION_MS = 15_000;

export const ACTIVATION_FALLBACK = 'Verifique seus dados cadastrais.';

/** Opens the payment account, then waits until its documents can be asked for; `onActive` is called after that. */
export function useActivation(onActive: () => void) {
  const utils = trpc.useUtils();
  const [openedAtMs, setOpenedAtMs] = useState<number | null>(null);
  const done = useEffectEvent(onActive);

  const mutation = trpc.pix.createSubaccount.useMutation({
    onSuccess: () => setOpenedAtMs(performance.now()),
    onError: (error) => {
      const description = failureText(error, ACTIVATION_FALLBACK);
      toast({ title: 'Erro ao ativar conta', description, tone: 'error' });
      // Opened in another window meanwhile.
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
    /** When the account was opened, as `performance.now()` has it; null before. */
    openedAtMs,
    isPending: mutation.isPending,
    error: mutation.error,
    start: () => mutation.mutate(),
  };
}

export type Activation = ReturnType<typeof useActivation>;
