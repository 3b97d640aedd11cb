import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpcClient } from '../trpc.ts';

const PAUSE_MS = 350;

const isPayload = (text: string): boolean => text.trim().startsWith('000201');

/** Decodes a PIX code. A mutation, so that a key, which may be a CPF, never enters a URL. */
export const decoding = (payload: string) => ({
  queryKey: ['pix-decode', payload],
  queryFn: () => trpcClient.pix.decode.mutate({ payload }),
});

const TOLD_MS = 60_000;

/** Whose a key is. A mutation for the same reason. */
export const asking = (key: string) => ({
  queryKey: ['pix-payee', key],
  queryFn: () => trpcClient.pix.payee.mutate({ pixKey: key }),
  staleTime: TOLD_MS,
});

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A key is recognised locally; a copia-e-cola code is decoded by the server. `typed` is the raw text. */
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
    /** The error in a code; a key is validated on submit, since it may be half typed. */
    fault: isCode && isSettled && reading && 'fault' in reading ? reading.fault : null,
    key: reading && !('fault' in reading) && isSettled ? reading.key : null,
    decoded: isCode && isSettled ? decoded : null,
  };
}

export type PixTarget = ReturnType<typeof usePixTarget>;
