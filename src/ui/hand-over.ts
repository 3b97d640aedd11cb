import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { toast } from './toast.ts';

/**
 * Text pasted for another screen, kept in memory and taken once. Never in the address, which ends up in history,
 * logs and shared screens: a PIX key may be a CPF.
 */
type HandedOver = { to: 'boleto' | 'pix'; text: string };

let waiting: HandedOver | null = null;
const listeners = new Set<() => void>();

function put(next: HandedOver | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Replaces an earlier text. */
export function handOver(to: HandedOver['to'], text: string): void {
  put({ to, text });
}

// Cleared on sign-out, by an event: the login knows no screens.
globalThis.addEventListener?.('signedout', () => put(null));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `onText` returns false while a payment with unknown outcome must stay on screen; the user is told. */
export function useHandedOver(to: HandedOver['to'], onText: (text: string) => boolean): void {
  const found = useSyncExternalStore(subscribe, () => waiting);
  const take = useEffectEvent((text: string) => onText(text) || tellUnfinished());
  useEffect(() => {
    if (found === null || found.to !== to || waiting !== found) return;
    put(null);
    take(found.text);
  }, [found, to]);
}

function tellUnfinished(): void {
  toast({
    title: 'Um pagamento ainda está sem resposta',
    description: 'Termine-o primeiro e cole de novo: o que você colou não foi aberto.',
    tone: 'info',
  });
}
