import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { newSubscribers } from './external-store.ts';
import { toast } from './toast.ts';

/**
 * Text pasted for another screen, kept in memory and taken once. Never in the URL, which ends up in history,
 * logs and shared screens: a PIX key may be a CPF.
 */
type HandedOver = { to: 'boleto' | 'pix'; text: string };

let waiting: HandedOver | null = null;
const subscribers = newSubscribers();

function put(next: HandedOver | null): void {
  waiting = next;
  subscribers.notify();
}

/** Replaces an earlier text. */
export function handOver(to: HandedOver['to'], text: string): void {
  put({ to, text });
}

// Cleared by an event when the session ends, so that the login need not import this module.
globalThis.addEventListener?.('signedout', () => put(null));

/** `onText` returns false while a payment with unknown outcome must stay on screen; the user is told. */
export function useHandedOver(to: HandedOver['to'], onText: (text: string) => boolean): void {
  const found = useSyncExternalStore(subscribers.subscribe, () => waiting);
  const take = useEffectEvent((text: string) => onText(text) || toastUnfinished());
  useEffect(() => {
    if (found === null || found.to !== to || waiting !== found) return;
    put(null);
    take(found.text);
  }, [found, to]);
}

function toastUnfinished(): void {
  toast({
    title: 'Um pagamento ainda está sem resposta',
    description: 'Termine-o primeiro e cole de novo: o que você colou não foi aberto.',
    tone: 'info',
  });
}
