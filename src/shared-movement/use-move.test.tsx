// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RequestError } from '../fetch.ts';
import { trpc, trpcClient } from '../trpc.ts';
import { handOver, useHandedOver } from '../ui/hand-over.ts';
import { currentToast, dismissToast } from '../ui/toast.ts';
import { type Confirmed, type Move, useMove } from './use-move.ts';

type Draft = { amount: string };
type Found = { total: string };
type Receipt = { status: 'done' };

const EMPTY: Draft = { amount: '' };
const PIX: Draft = { amount: '10.00' };
const PASTED: Draft = { amount: '99.00' };
const SEEN: Found = { total: '10.00' };
const NOW: Found = { total: '10.07' };

let root: Root;
let queryClient: QueryClient;
let move: Move<Draft, Found, Receipt>;
/** Keys of the attempts. */
let keys: string[];
let answer: { resolve: (receipt: Receipt) => void; reject: (error: Error) => void };

function Screen() {
  move = useMove({
    draft: EMPTY,
    send: ({ idempotencyKey }: Confirmed<Draft, Found>) => {
      keys.push(idempotencyKey);
      return new Promise<Receipt>((resolve, reject) => {
        answer = { resolve, reject };
      });
    },
    review: async () => NOW,
    invalidates: 'order',
    onDone: () => {},
    failure: { title: 'Erro ao transferir', text: 'Tente de novo.' },
  });
  useHandedOver('pix', (amount) => move.restart({ amount }));
  return null;
}

/** Sends, and resolves once the attempt is pending. */
const send = () =>
  act(async () => {
    const before = keys.length;
    move.send();
    await vi.waitFor(() => expect(keys).toHaveLength(before + 1));
  });

/** Ends the last attempt with this status and code; null: no answer. */
const fail = async (status: number | null, code?: string) => {
  const error = status === null ? new Error('no answer') : new RequestError(status, '', { code });
  await act(async () => answer.reject(error));
  await vi.waitFor(() => expect(move.isPending).toBe(false));
};

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  keys = [];
  root = createRoot(document.body.appendChild(document.createElement('div')));
  queryClient = new QueryClient();
  act(() =>
    root.render(
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <Screen />
        </QueryClientProvider>
      </trpc.Provider>,
    ),
  );
  await act(() => move.review(PIX, SEEN));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  dismissToast(currentToast()?.id ?? 0);
});

it('pasting another code while a summary is open starts a new form with it', () => {
  act(() => handOver('pix', PASTED.amount));
  expect(move.flow).toEqual({ step: 'fill', draft: PASTED });
});

it('pasting another code during a payment keeps the payment on screen and shows a notice', async () => {
  await send();
  act(() => handOver('pix', PASTED.amount));
  expect(move.flow).toMatchObject({ step: 'check', draft: PIX });
  expect(currentToast()?.title).toBe('Um pagamento ainda está sem resposta');
  await act(async () => answer.resolve({ status: 'done' }));
  await vi.waitFor(() => expect(move.flow.step).toBe('receipt'));
});

it.each([null, 500, 502, 504])(
  'after status %s a payment stays on screen and is retried with the same key',
  async (status) => {
    await send();
    await fail(status);
    expect(move).toMatchObject({ isUnknown: true, isLocked: true });
    act(() => move.back());
    expect(move.restart(PASTED)).toBe(false);
    expect(move.flow).toMatchObject({ step: 'check', draft: PIX, outcome: 'unknown' });
    expect(currentToast()).toBe(null);
    await send();
    expect(keys).toEqual([keys[0], keys[0]]);
  },
);

it('a payment without an answer invalidates the balance, so that the next screen refetches it', async () => {
  const balance = getQueryKey(trpc.pix.balance, undefined, 'query');
  queryClient.setQueryData(balance, { balance: '100.00' });
  await send();
  await fail(504);
  expect(queryClient.getQueryState(balance)).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' });
});

it('a refused payment may be left, and the next confirmation has a new key', async () => {
  await send();
  await fail(409, 'INSUFFICIENT_FUNDS');
  expect(currentToast()?.title).toBe('Erro ao transferir');
  act(() => move.back());
  expect(move.flow).toEqual({ step: 'fill', draft: PIX });
  await act(() => move.review(PIX, SEEN));
  await send();
  expect(new Set(keys).size).toBe(2);
});

it('a changed amount replaces the one shown, and its confirmation has a new idempotency key', async () => {
  await send();
  await fail(409, 'AMOUNT_CHANGED');
  await vi.waitFor(() => expect(move.flow).toMatchObject({ step: 'check', found: NOW }));
  await send();
  expect(new Set(keys).size).toBe(2);
});
