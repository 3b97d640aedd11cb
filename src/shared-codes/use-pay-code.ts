import { useRouter } from '@tanstack/react-router';
import type { Payable } from '#domain/payable';
import { addressOf } from '#domain/places';
import { handOver } from '../ui/hand-over.ts';
import { toast } from '../ui/toast.ts';

const BUZZ_MS = 60;

/** Opens the payment screen of a code that was read, filled in. The screen that reads is left behind in the history. */
export function usePayCode(): (payable: Payable) => void {
  const router = useRouter();
  return (payable) => {
    navigator.vibrate?.(BUZZ_MS);
    toast({ title: 'Código lido', description: 'Confira antes de pagar.' });
    const isReading = router.latestLocation.pathname === addressOf('/client/ler');
    router.history[isReading ? 'replace' : 'push'](handedOver(payable));
  };
}

/** Leaves what must not enter an address in memory; returns the screen's address. */
function handedOver(payable: Payable): string {
  switch (payable.kind) {
    case 'pix':
      handOver('pix', payable.payload);
      return addressOf('/client/pix', { aba: 'transferir' });
    case 'boleto':
      handOver('boleto', payable.boleto.line);
      return addressOf('/client/transfers', { aba: 'boleto' });
    case 'transfer':
      return payable.path;
  }
}
