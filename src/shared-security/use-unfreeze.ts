import { useRouter } from '@tanstack/react-router';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { unlessCancelled } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';

/** Asks for password and second factor where they were not given in the last minutes. */
export function useUnfreeze() {
  const router = useRouter();
  const invalidate = useInvalidate();
  return trpc.auth.unfreeze.useMutation({
    onSuccess: () => toast({ title: 'Conta descongelada', description: 'Ela volta a enviar dinheiro' }),
    onError: (error) =>
      unlessCancelled(error) &&
      toastError('Não foi possível descongelar', error, 'Tente de novo em instantes.'),
    // The notice of the shell goes by the user that its route has loaded.
    onSettled: () => Promise.all([invalidate('credentials'), router.invalidate()]),
  });
}
