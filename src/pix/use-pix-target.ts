import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpcClient } from '../trpc.ts';

/** Text typed or pasted stands still for so long before anybody is asked about it. */
const PAUSE_MS = 350;

const isPayload = (text: string): boolean => text.trim().startsWith('000201');

/** What the bank reads in a code. A mutation only in name: a key, which may be a CPF, stands in no address. */
export const decoding = (payload: string) => ({
  queryKey: ['pix-decode', payload],
  queryFn: () => trpcClient.pix.decode.mutate({ payload }),
});

/** The text once nobody has changed it for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/**
 * What was put into the one field of a PIX: a key, whose kind is told as soon as it is one, or a copia-e-cola code, which
 * the bank reads before anything is paid. `typed` is the text as it stands in the form.
 */
export function usePixTarget(typed: string) {
  const text = useSettled(typed.trim());
  const local = useQuery({
    queryKey: ['pix-target', text],
    enabled: text !== '',
    queryFn: async () => (await import('#domain/pix/input')).readPixTarget(text),
  });
  const reading = local.data;
  const isCode = isPayload(typed);
  const decoded = useQuery({
    ...decoding(text),
    enabled: isCode && reading !== undefined && !('fault' in reading),
  });
  const isSettled = typed.trim() === text;
  return {
    isCode,
    /** What is wrong with a code; a key is told about when it is sent, since it may still be half typed. */
    fault: isCode && isSettled && reading && 'fault' in reading ? reading.fault : null,
    /** The key as the directory holds it. */
    key: reading && !('fault' in reading) && isSettled ? reading.key : null,
    /** What the code says, as the bank read it. */
    decoded: isCode && isSettled ? decoded : null,
  };
}

export type PixTarget = ReturnType<typeof usePixTarget>;
