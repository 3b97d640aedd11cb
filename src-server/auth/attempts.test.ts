import { describe, expect } from 'vitest';
import { longProofScale } from '#db/testing/proof-scale';
import { race, raceTest } from '#db/testing/race-test';
import { ATTEMPT_LIMITS, ENTRIES_PER_ATTEMPT, WRONG_PASSWORDS } from '#domain/limits';
import { networkOf } from '#server/kernel/network';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { countAttempt, countInTransaction, refuseWhileFull } from './attempts.ts';
import { countEntries } from './count-entries.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';
import { bringBackAttempts } from './tidy-attempts.ts';

const CPF = '52998224725';

const test = bankTest.extend('scene', async ({ bank }) => {
  const owner = new Browser(bank);
  await owner.register(newPerson({ cpf: CPF }));
  return { bank, owner };
});

const stranger = (bank: TestBank, number: number) =>
  new Browser(bank, `198.51.${number >> 8}.${number & 255}`);

const guess = (bank: TestBank, number: number, password = 'wrong') =>
  codeOf(stranger(bank, number).login(CPF, password));

describe('wrong passwords of one account', () => {
  test('wrong passwords of an account double the wait, up to 15 minutes', async ({ scene: { bank } }) => {
    for (let number = 0; number < WRONG_PASSWORDS.free; number += 1)
      expect(await guess(bank, number)).toBe('INVALID_CREDENTIALS');
    const waits: number[] = [];
    for (let number = 0; number < 13; number += 1) {
      expect(await guess(bank, number)).toBe('INVALID_CREDENTIALS');
      const refused = await refusalOf(stranger(bank, number).login(CPF, PASSWORD));
      expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
      waits.push(refused.retryAfterSeconds ?? 0);
      bank.clock.passSeconds(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  test('wrong passwords are forgotten after a right one or a day', async ({ scene: { bank } }) => {
    const exhaust = async () => {
      for (let number = 0; number <= WRONG_PASSWORDS.free; number += 1) await guess(bank, number);
      expect(await guess(bank, 0)).toBe('TOO_MANY_ATTEMPTS');
    };
    await exhaust();
    bank.clock.passSeconds(1);
    await stranger(bank, 1).login(CPF, PASSWORD);
    await exhaust();
    bank.clock.passSeconds(WRONG_PASSWORDS.forgetAfterSeconds);
    await exhaust();
  });

  test('wrong passwords are counted for an unknown document, too', async ({ bank }) => {
    for (let number = 0; number <= WRONG_PASSWORDS.free; number += 1) await guess(bank, number);
    expect(await guess(bank, 0)).toBe('TOO_MANY_ATTEMPTS');
    const rows = await bank.db.select().from(bank.db.tables.attempts);
    expect(JSON.stringify(rows)).not.toContain(CPF);
  });

  test('wrong passwords from unknown devices never lock the owner out of a known device', {
    tags: ['scaled'],
    timeout: 400_000,
  }, async ({ scene: { bank, owner } }) => {
    await owner.logout();
    for (let number = 0; number < longProofScale(1000); number += 1) {
      expect(await guess(bank, number)).toBe('INVALID_CREDENTIALS');
      if (number < WRONG_PASSWORDS.free) continue;
      expect(await guess(bank, number, PASSWORD)).toBe('TOO_MANY_ATTEMPTS');
      bank.clock.passSeconds(WRONG_PASSWORDS.maxDelaySeconds);
    }
    await owner.login(CPF, PASSWORD);
  });

  test('wrong passwords on a known device have a count of their own', async ({ scene: { bank, owner } }) => {
    for (let number = 0; number <= WRONG_PASSWORDS.free; number += 1)
      expect(await codeOf(owner.login(CPF, 'wrong'))).toBe('INVALID_CREDENTIALS');
    expect(await codeOf(owner.login(CPF, PASSWORD))).toBe('TOO_MANY_ATTEMPTS');
    expect(await guess(bank, 0)).toBe('INVALID_CREDENTIALS');
  });

  test('no forged or foreign device mark bypasses the limit on passwords', async ({
    scene: { bank, owner },
  }) => {
    const other = new Browser(bank);
    await other.register(newPerson());
    for (let number = 0; number <= WRONG_PASSWORDS.free; number += 1) await guess(bank, number);
    const [nonce = '', keyId = '', mac = ''] = (owner.cookies.get('device') ?? '').split('.');
    const forged = [
      `${nonce}.${keyId}.${'A'.repeat(43)}`,
      `${'A'.repeat(22)}.${keyId}.${mac}`,
      `${nonce}.x.${mac}`,
    ];
    for (const token of [other.cookies.get('device') ?? '', ...forged, '~~~', 'x'.repeat(5000)]) {
      const thief = new Browser(bank, '192.0.2.1');
      thief.cookies.set('device', token);
      expect(await codeOf(thief.login(CPF, PASSWORD))).toBe('TOO_MANY_ATTEMPTS');
    }
  });

  test('wrong passwords on a shared computer count per user', async ({ scene: { bank, owner } }) => {
    await owner.register(newPerson());
    for (let number = 0; number <= WRONG_PASSWORDS.free; number += 1) await guess(bank, number);
    expect((await owner.login(CPF, PASSWORD)).user.cpf).toBe(CPF);
  });
});

describe('wrong passwords from one address', () => {
  const documents = ['11144477735', '31415926590', '27182818205', '16180339805', '14142135651'];
  const spray = (bank: TestBank, number: number, ip = '192.0.2.1') =>
    codeOf(new Browser(bank, ip).login(documents[number % documents.length] ?? '', 'wrong'));

  test('wrong passwords from one address are limited to 20 a minute', async ({ scene: { bank } }) => {
    for (let number = 0; number < 20; number += 1)
      expect(await spray(bank, number), `guess ${number}`).toBe('INVALID_CREDENTIALS');
    bank.clock.passSeconds(1);
    const refused = await refusalOf(new Browser(bank, '192.0.2.1').login(CPF, PASSWORD));
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 59 });
    expect(await spray(bank, 0, '192.0.2.2')).toBe('INVALID_CREDENTIALS');
    bank.clock.passSeconds(59);
    await new Browser(bank, '192.0.2.1').login(CPF, PASSWORD);
  });

  test('right passwords do not count as wrong ones of their address', async ({ scene: { bank } }) => {
    for (let number = 0; number < 25; number += 1) await new Browser(bank, '192.0.2.1').login(CPF, PASSWORD);
  });

  test('a thousand wrong passwords from one address lock the owner out of no known device, even at that address', {
    tags: ['prove'],
  }, async ({ scene: { bank, owner } }) => {
    await owner.logout();
    const attacker = new Browser(bank, owner.ip);
    const codes = new Map<string, number>();
    for (let number = 0; number < 1000; number += 1) {
      const code = await codeOf(attacker.login(CPF, 'wrong'));
      codes.set(code, (codes.get(code) ?? 0) + 1);
      bank.clock.passSeconds(1);
    }
    expect(codes.get('INVALID_CREDENTIALS')).toBeLessThan(20);
    expect([...codes.values()].reduce((sum, count) => sum + count)).toBe(1000);
    expect((await owner.login(CPF, PASSWORD)).user.cpf).toBe(CPF);
  });

  test('wrong passwords are counted by network where one customer has many addresses', () => {
    expect(networkOf('2001:0DB8:0:12::1')).toBe('2001:db8:0:12');
    expect(networkOf('2001:db8:0:12:ffff:ffff:ffff:ffff')).toBe('2001:db8:0:12');
    expect(networkOf('2001:db8:0:13::1')).toBe('2001:db8:0:13');
    expect(networkOf('::1')).toBe('0:0:0:0');
    expect(networkOf('1::')).toBe('1:0:0:0');
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  });
});

describe('right passwords', () => {
  const { signIn, signInAddressOutsideProduction: signInAddress } = ATTEMPT_LIMITS;

  test('right passwords of one user are limited over all unknown devices, and keep the owner from nothing', async ({
    scene: { bank, owner },
  }) => {
    const { user } = await owner.me();
    await stranger(bank, 1).login(CPF, PASSWORD);
    await countAttempt(bank, 'signIn', user.id, signIn.max - 1);
    const refused = await refusalOf(stranger(bank, 99).login(CPF, PASSWORD));
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 60 });
    await owner.login(CPF, PASSWORD);
    const next = `${PASSWORD}-nova`;
    await owner.ask((caller) => caller.changePassword({ current: PASSWORD, next }));
    await owner.login(CPF, next);
    bank.clock.passSeconds(signIn.windowSeconds);
    await stranger(bank, 99).login(CPF, next);
  });

  test('right passwords from one address are limited, whoever signs in', async ({ scene: { bank } }) => {
    const other = newPerson();
    await stranger(bank, 0).register(other);
    const signInAs = (document = '') => new Browser(bank, '192.0.2.1').login(document, PASSWORD);
    await signInAs(other.cpf);
    await signInAs(CPF);
    for (let number = 2; number < signInAddress.max; number += 1)
      await countAttempt(bank, 'signInAddressOutsideProduction', '192.0.2.1');
    expect(await codeOf(signInAs(CPF))).toBe('TOO_MANY_ATTEMPTS');
    await stranger(bank, 1).login(CPF, PASSWORD);
  });

  test('wrong passwords use up nothing of the limit on right passwords', async ({
    scene: { bank, owner },
  }) => {
    for (let number = 0; number < 3; number += 1) await guess(bank, number);
    expect(await codeOf(owner.login(CPF, 'wrong'))).toBe('INVALID_CREDENTIALS');
    const rows = await bank.db.select().from(bank.db.tables.attempts);
    expect(rows.map(({ bucket }) => bucket).filter((bucket) => bucket.startsWith('signIn:'))).toEqual([]);
  });

  test('a password refused by the limit is not verified', async ({ scene: { bank, owner } }) => {
    const { user } = await owner.me();
    await countAttempt(bank, 'signIn', `${user.id}.known`, signIn.max);
    expect(await codeOf(owner.login(CPF, 'wrong'))).toBe('TOO_MANY_ATTEMPTS');
    const { attempts } = bank.db.tables;
    const rows = await bank.db.select().from(attempts);
    expect(rows.find(({ bucket }) => bucket.startsWith('password:'))).toBeUndefined();
  });
});

describe('limits after a clock that was 40 days ahead is set back', () => {
  const AHEAD_SECONDS = 40 * 24 * 3600;

  test('attempts still count after the clock is set back, for their own window', async ({ bank }) => {
    const { max, windowSeconds } = ATTEMPT_LIMITS.lookup;
    for (let number = 0; number < max - 1; number += 1) await countAttempt(bank, 'lookup', 'ana');
    bank.clock.passSeconds(-AHEAD_SECONDS);
    expect(await countAttempt(bank, 'lookup', 'ana')).toBe(max);
    expect(await refusalOf(countAttempt(bank, 'lookup', 'ana'))).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      retryAfterSeconds: windowSeconds,
    });
    bank.clock.passSeconds(windowSeconds);
    expect(await countAttempt(bank, 'lookup', 'ana')).toBe(1);
  });

  test('a full limit after the clock is set back lasts its own window', async ({ bank }) => {
    const { max, windowSeconds } = ATTEMPT_LIMITS.pdfLines;
    await countAttempt(bank, 'pdfLines', 'ana', max);
    bank.clock.passSeconds(-AHEAD_SECONDS);
    for (const full of [refuseWhileFull, countAttempt])
      expect(await refusalOf(full(bank, 'pdfLines', 'ana'))).toMatchObject({
        code: 'TOO_MANY_ATTEMPTS',
        retryAfterSeconds: windowSeconds,
      });
    bank.clock.passSeconds(windowSeconds);
    await refuseWhileFull(bank, 'pdfLines', 'ana');
  });

  test('wrong passwords and their wait remain after the clock is set back', async ({ scene: { bank } }) => {
    for (let number = 0; number <= WRONG_PASSWORDS.free + 3; number += 1) {
      bank.clock.passSeconds(8);
      await guess(bank, number);
    }
    bank.clock.passSeconds(-AHEAD_SECONDS);
    const refused = await refusalOf(stranger(bank, 1).login(CPF, PASSWORD));
    expect(refused).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: 8 });
    bank.clock.passSeconds(8);
    expect(await guess(bank, 2)).toBe('INVALID_CREDENTIALS');
    expect(await refusalOf(stranger(bank, 1).login(CPF, PASSWORD))).toMatchObject({ retryAfterSeconds: 16 });
  });

  test('attempts counted in a transaction are forgotten after their own window, even if the clock was set back', async ({
    bank,
  }) => {
    const { windowSeconds } = ATTEMPT_LIMITS.contractCode;
    const ask = () => bank.db.transaction((tx) => countInTransaction(tx, bank, 'contractCode', 'ana'));
    await ask();
    bank.clock.passSeconds(-AHEAD_SECONDS);
    await bringBackAttempts(bank, bank.clock.real());
    expect(await refusalOf(ask())).toMatchObject({ retryAfterSeconds: windowSeconds });
    bank.clock.passSeconds(windowSeconds);
    await ask();
  });
});

test(
  '64 concurrent guesses count as 64 attempts, and those beyond the limit are not verified',
  race(),
  async ({ scene: { bank } }) => {
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, number) => guess(bank, number, number === 63 ? 'wrong again' : 'wrong')),
    );
    const verified = outcomes.filter((outcome) => outcome === 'INVALID_CREDENTIALS');
    expect(verified).toHaveLength(WRONG_PASSWORDS.free + 1);
    expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_ATTEMPTS')).toHaveLength(64 - verified.length);
  },
);

raceTest('exactly 30 of 64 concurrent attempts pass a limit of 30', async () => {
  const bank = await testBank();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 64 }, () => countAttempt(bank, 'lookup', 'ana')),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  await countAttempt(bank, 'lookup', 'bruno');
  bank.clock.passSeconds(60);
  await countAttempt(bank, 'lookup', 'ana');
});

test('a history of many entries counts as many attempts, and the one that exceeds the limit still passes', async ({
  bank,
}) => {
  const { max } = ATTEMPT_LIMITS.monthReview;
  const count = (entries: number) => countEntries(bank, 'monthReview', 'ana', entries);
  await count(ENTRIES_PER_ATTEMPT - 1);
  expect(await bank.db.$count(bank.db.tables.attempts)).toBe(0);
  await count(2 * max * ENTRIES_PER_ATTEMPT);
  expect(await codeOf(count(ENTRIES_PER_ATTEMPT))).toBe('TOO_MANY_ATTEMPTS');
});
