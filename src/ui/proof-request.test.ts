import { expect, it } from 'vitest';
import { askForProof, currentProofRequest, subscribeToProofRequest } from './proof-request.ts';

it('a call that needs a proof is refused when no screen can ask for it', async () => {
  expect(await askForProof({ of: 'identity', bringsCode: false })).toBe(false);
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
