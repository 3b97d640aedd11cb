import { newAudience } from './outside-store.ts';
import { messageOf, worthTelling } from './server-error.ts';

/** One message at a time; a new one takes the place of the one that shows. */
export type Toast = {
  id: number;
  title: string;
  description?: string;
  tone: 'success' | 'error' | 'info';
};

let current: Toast | null = null;
let lastId = 0;
const audience = newAudience();

function show(next: Toast | null): void {
  current = next;
  audience.announce();
}

/** Says something in a corner for five seconds. `tone` is success unless said. */
export function toast({
  tone = 'success',
  ...message
}: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): void {
  lastId += 1;
  show({ id: lastId, tone, ...message });
}

/**
 * A failed call: the description is the server's `error` (an array joined with commas), else the fallback. Nothing is
 * said to who was asked to prove who they are, and went back.
 */
export function toastError(title: string, error: unknown, fallback: string): void {
  if (worthTelling(error) === null) return;
  toast({ title, description: messageOf(error, fallback), tone: 'error' });
}

/** Takes a message away, if it is still the one that shows. */
export function dismissToast(id: number): void {
  if (current?.id === id) show(null);
}

export function currentToast(): Toast | null {
  return current;
}

export const subscribeToToast = audience.subscribe;
