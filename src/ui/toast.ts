import { newSubscribers } from './external-store.ts';
import { messageOf, unlessCancelled } from './server-error.ts';

/** One toast at a time; a new one replaces it. `stays`: until it is closed or replaced, not for five seconds. */
export type Toast = {
  id: number;
  title: string;
  description?: string;
  tone: 'success' | 'error' | 'info';
  stays?: boolean;
};

let current: Toast | null = null;
let lastId = 0;
const subscribers = newSubscribers();

function show(next: Toast | null): void {
  current = next;
  subscribers.notify();
}

/** Its id, for `dismissToast`. */
export function toast({
  tone = 'success',
  ...message
}: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): number {
  lastId += 1;
  show({ id: lastId, tone, ...message });
  return lastId;
}

/** Shows the server's error, else the fallback. Silent if the user cancelled what it asked for. */
export function toastError(title: string, error: unknown, fallback: string): void {
  if (unlessCancelled(error) === null) return;
  toast({ title, description: messageOf(error, fallback), tone: 'error' });
}

export function dismissToast(id: number): void {
  if (current?.id === id) show(null);
}

export function currentToast(): Toast | null {
  return current;
}

export const subscribeToToast = subscribers.subscribe;
