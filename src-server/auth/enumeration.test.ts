/** @module-tag prove */
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { describe, expect } from 'vitest';
import { isRunOnThisEngine } from '#db/testing/test-db';
import { test as bankTest } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { Browser, newPerson } from './testing/browser.ts';

/** Above this, timing would tell who has an account (0.5 is chance, 1 certainty). */
const MAX_AUC = 0.6;
/** Longer than any window in which attempts are counted. */
const QUIET_SECONDS = 25 * 3600;

const test = bankTest.extend('scene', async ({ bank }) => {
  const person = newPerson();
  await new Browser(bank).register(person);
  return { bank, person, stranger: newPerson({ cpf: generateCpf() }), call: caller(bank) };
});

/** Area under the ROC curve: how often a time of one list exceeds one of the other, ties half. */
function aucOf(some: readonly number[], others: readonly number[]): number {
  let wins = 0;
  for (const one of some) for (const other of others) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (some.length * others.length);
}

async function distinction(
  pairs: number,
  quiet: () => void,
  ask: (isKnown: boolean) => Promise<unknown>,
): Promise<number> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let pair = -5; pair < pairs; pair += 1) {
    quiet();
    const first = Math.random() < 0.5;
    for (const isKnown of [first, !first]) {
      const startedAtMs = performance.now();
      await ask(isKnown);
      if (pair >= 0) times[isKnown ? 'known' : 'unknown'].push(performance.now() - startedAtMs);
    }
  }
  const auc = aucOf(times.known, times.unknown);
  return Math.max(auc, 1 - auc);
}

// Hashing dominates the time, whatever the engine.
describe.runIf(isRunOnThisEngine())('response times for known and unknown users', () => {
  test('the response time of a sign-in with a wrong password does not tell who has an account', {
    timeout: 900_000,
  }, async ({ scene: { bank, person, stranger, call } }) => {
    const auc = await distinction(
      400,
      () => bank.clock.passSeconds(QUIET_SECONDS),
      async (isKnown) => {
        const document = isKnown ? person.cpf : stranger.cpf;
        const { status, body } = await call('POST', '/api/auth/login', { document, password: 'errada' });
        expect([status, body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
      },
    );
    console.log(`enumeration: sign-in, AUC ${auc.toFixed(3)}`);
    expect(auc).toBeLessThan(MAX_AUC);
  });

  test('the response time of a recovery does not tell who has an account', {
    timeout: 900_000,
    tags: ['release'],
  }, async ({ scene: { bank, person, stranger, call } }) => {
    const auc = await distinction(
      200,
      () => bank.clock.passSeconds(QUIET_SECONDS),
      async (isKnown) => {
        const email = isKnown ? person.email : stranger.email;
        const { status, body } = await call('POST', '/api/auth/forgot-password', { email });
        expect([status, body]).toEqual([200, { success: true }]);
      },
    );
    console.log(`enumeration: recovery, AUC ${auc.toFixed(3)}`);
    expect(auc).toBeLessThan(MAX_AUC);
  });

  test('the measurement detects a refusal that skips the password hash', { timeout: 900_000 }, async ({
    scene: { bank, person, call },
  }) => {
    const auc = await distinction(
      40,
      () => bank.clock.passSeconds(QUIET_SECONDS),
      (isHashed) =>
        call('POST', '/api/auth/login', { document: person.cpf, password: isHashed ? 'errada' : '' }),
    );
    expect(auc).toBeGreaterThan(0.9);
  });
});
