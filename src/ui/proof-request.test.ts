import { expect, it } from 'vitest';
import { askForProof, currentProofRequest, subscribeToProofRequest } from './proof-request.ts';

it('without a screen that would ask nobody has proven anything', async () => {
  expect(await askForProof({ bringsCode: false })).toBe(false);
});

it('calls that wait for a proof at once wait for one and the same', async () => {
  const stop = subscribeToProofRequest(() => {});
  const calls = [askForProof({ bringsCode: true }), askForProof({ bringsCode: false })];
  expect(currentProofRequest()).toMatchObject({ bringsCode: true });
  currentProofRequest()?.answer(true);
  expect(await Promise.all(calls)).toEqual([true, true]);
  expect(currentProofRequest()).toBeNull();
  stop();
});

it('a call stops waiting for a proof when the screen that asked is gone', async () => {
  const stop = subscribeToProofRequest(() => {});
  const call = askForProof({ bringsCode: false });
  stop();
  expect(await call).toBe(false);
  expect(currentProofRequest()).toBeNull();
});
