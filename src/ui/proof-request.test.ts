import { afterEach, expect, it, vi } from 'vitest';
import { askForProof, currentProofRequest, subscribeToProofRequest } from './proof-request.ts';

afterEach(() => void vi.useRealTimers());

it('a call that needs a proof is refused when no screen asks for it in time', async () => {
  vi.useFakeTimers();
  const call = askForProof({ of: 'identity', bringsCode: false });
  vi.advanceTimersByTime(15_000);
  expect(await call).toBe(false);
  expect(currentProofRequest()).toBeNull();
});

it('a call that comes before the screen that asks waits for it', async () => {
  vi.useFakeTimers();
  const call = askForProof({ of: 'identity', bringsCode: false });
  vi.advanceTimersByTime(14_000);
  const stop = subscribeToProofRequest(() => {});
  vi.advanceTimersByTime(2_000);
  currentProofRequest()?.answer(true);
  expect(await call).toBe(true);
  stop();
});

it('concurrent calls that need a proof share one request', async () => {
  const stop = subscribeToProofRequest(() => {});
  const calls = [
    askForProof({ of: 'identity', bringsCode: true }),
    askForProof({ of: 'identity', bringsCode: false }),
  ];
  expect(currentProofRequest()).toMatchObject({ bringsCode: true });
  currentProofRequest()?.answer(true);
  expect(await Promise.all(calls)).toEqual([true, true]);
  expect(currentProofRequest()).toBeNull();
  stop();
});

it('a call stops waiting for a proof when the screen that asked is gone', async () => {
  const stop = subscribeToProofRequest(() => {});
  const call = askForProof({ of: 'identity', bringsCode: false });
  stop();
  expect(await call).toBe(false);
  expect(currentProofRequest()).toBeNull();
});
