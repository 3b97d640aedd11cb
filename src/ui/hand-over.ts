import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { toast } from './toast.ts';

/**
 * What somebody pasted in one place for a screen that opens elsewhere: the line of a boleto, or a PIX code or key. It is kept
 * in this window's memory and taken once, never in the address: addresses stay in the browser's history, in server logs
 * and in screens that are shared, and a PIX key may be somebody's CPF.
 */
type HandedOver = { to: 'boleto' | 'pix'; text: string };

let waiting: HandedOver | null = null;
const listeners = new Set<() => void>();

function put(next: HandedOver | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Leaves a text for the screen that is about to open; the last one counts. */
export function handOver(to: HandedOver['to'], text: string): void {
  put({ to, text });
}

// Nothing that one person pasted waits for the next one. Told by an event: the login, where it is told, knows no screen.
globalThis.addEventListener?.('signedout', () => put(null));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Calls `onText` once with what was left for this screen, whether before it opened or while it is open. It returns false
 * while a payment without an answer has to stay on screen, which the person is told.
 */
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
