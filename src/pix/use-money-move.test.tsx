// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trpc, trpcClient } from '../trpc.ts';
import { currentToast, dismissToast } from '../ui/toast.ts';
import { type Transfer, useMoneyMove } from './use-money-move.ts';

type Draft = { amount: string };
type Move = ReturnType<typeof useMoneyMove<Draft, null>>;

const EMPTY: Draft = { amount: '' };
const PIX: Draft = { amount: '10.00' };
const PASTED: Draft = { amount: '99.00' };

let root: Root;
let move: Move;
/** The try that is under way: the keys it was sent with, and how it ends. */
let keys: string[];
let answer: { resolve: (transfer: Transfer) => void; reject: (error: Error) => void };

function Screen() {
  move = useMoneyMove<Draft, null>(EMPTY, (_draft, idempotencyKey) => {
    keys.push(idempotencyKey);
    return new Promise((resolve, reject) => {
      answer = { resolve, reject };
    });
  });
  return null;
}

/** Sends, and comes back once the try is on its way. */
const send = () =>
  act(async () => {
    const before = keys.length;
    move.send();
    await vi.waitFor(() => expect(keys).toHaveLength(before + 1));
  });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  keys = [];
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const queryClient = new QueryClient();
  act(() =>
    root.render(
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <Screen />
        </QueryClientProvider>
      </trpc.Provider>,
    ),
  );
  act(() => move.review(PIX, null));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  dismissToast(currentToast()?.id ?? 0);
});

it('pasting another code while a summary is open starts a new form with it', () => {
  act(() => move.restart(PASTED));
  expect(move.flow).toEqual({ step: 'fill', draft: PASTED });
});

it('pasting another code during a payment keeps the payment on screen and shows a notice', async () => {
  await send();
  act(() => move.restart(PASTED));
  expect(move.flow).toMatchObject({ step: 'check', draft: PIX });
  expect(currentToast()?.title).toBe('Um pagamento ainda está sem resposta');
  await act(async () => answer.resolve({ status: 'done' } as Transfer));
  await vi.waitFor(() => expect(move.flow.step).toBe('receipt'));
});

it('a payment whose answer was lost stays on screen and is retried with the same key', async () => {
  await send();
  await act(async () => answer.reject(new Error('no answer')));
  await vi.waitFor(() => expect(move.isUnknown && !move.isPending).toBe(true));
  act(() => move.restart(PASTED));
  expect(move.flow).toMatchObject({ step: 'check', draft: PIX, outcome: 'unknown' });
  await send();
  expect(keys).toEqual([keys[0], keys[0]]);
});
