import { setImmediate } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS, PASSWORD_HASHES, WRONG_PASSWORDS } from '#domain/limits';
import { Refusal } from '#domain/refusal';
import { requestFrom } from '#server/decision/testing/item';
import { test } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { codeOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { atTheMachine, type Counted, countHashing } from './attempts.ts';
import { DUMMY_HASH, hashPassword, isOutdated, verifyPassword } from './password.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';

const here = atTheMachine();

async function stranger(bank: TestBank, ip: string): Promise<Counted> {
  const { counted } = await countHashing({ ...bank, request: requestFrom(ip), user: null }, 'address', ip);
  return counted;
}

/** More strangers than queue places, retrying at once until the returned function is called. */
async function crowd(bank: TestBank, ip?: string): Promise<() => Promise<unknown>> {
  const length = PASSWORD_HASHES.inFlight + PASSWORD_HASHES.waiting + 8;
  const networks = await Promise.all(
    Array.from({ length: ip ? 1 : length }, (_, index) => stranger(bank, ip ?? `198.51.100.${index}`)),
  );
  let isCrowded = true;
  const visitor = async (counted: Counted) => {
    while (isCrowded) await verifyPassword(counted, DUMMY_HASH, PASSWORD).catch(() => setImmediate());
  };
  const visitors = Array.from({ length }, (_, index) => visitor(networks[index % networks.length] ?? here));
  return () => {
    isCrowded = false;
    return Promise.all(visitors);
  };
}

describe('password', () => {
  test('a password is verified against its own hash only, and hashed with a salt', async () => {
    const [one, other] = await Promise.all([hashPassword(here, PASSWORD), hashPassword(here, PASSWORD)]);
    expect(one).not.toBe(other);
    expect(await verifyPassword(here, one, PASSWORD)).toBe(true);
    expect(await verifyPassword(here, one, `${PASSWORD} `)).toBe(false);
    expect(await verifyPassword(here, DUMMY_HASH, PASSWORD)).toBe(false);
  });

  test('verifying the password of an unknown document costs as much as a real one', async () => {
    expect(isOutdated(DUMMY_HASH)).toBe(false);
    expect(isOutdated(await hashPassword(here, PASSWORD))).toBe(false);
    expect(isOutdated(DUMMY_HASH.replace('t=2', 't=1'))).toBe(true);
  });

  test('verifications of passwords wait in a queue of limited length, which advances', async ({ bank }) => {
    const { inFlight, waiting, part } = PASSWORD_HASHES;
    const networks = await Promise.all(
      Array.from({ length: 1 / part + 1 }, (_, index) => stranger(bank, `192.0.2.${index}`)),
    );
    const outcomes = await Promise.allSettled(
      Array.from({ length: inFlight + waiting + 10 }, (_, index) =>
        verifyPassword(networks[index % networks.length] ?? here, DUMMY_HASH, PASSWORD),
      ),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(10);
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(Refusal);
      expect(reason).toMatchObject({ code: 'BUSY', details: { retryAfterSeconds: 2 } });
    }
    expect(await verifyPassword(here, DUMMY_HASH, PASSWORD)).toBe(false);
  });

  test('a password beyond the queue is answered 503 with the seconds to wait, over both transports', async ({
    bank,
  }) => {
    const call = caller(bank);
    const login = { document: '52998224725', password: PASSWORD };
    const leave = await crowd(bank);
    const answers = await Promise.all([
      call('POST', '/api/auth/login', login),
      call('POST', '/trpc/auth.login', { json: login }),
    ]);
    for (const { status, headers } of answers) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('2');
    }
    await leave();
  });

  test.for([
    ['192.0.2.2', '192.0.2.2'],
    ['2001:db8:1:aa01::1', '2001:db8:1:aa02::1'],
  ])(
    'passwords of others are verified while one network (%s) fills the queue',
    async ([one = '', same = ''], { bank }) => {
      await new Browser(bank, '192.0.2.1').register(newPerson({ cpf: '52998224725' }));
      const leave = await crowd(bank, one);
      expect(await codeOf(verifyPassword(await stranger(bank, same), DUMMY_HASH, PASSWORD))).toBe('BUSY');
      for (let index = 3; index < 5; index += 1)
        await new Browser(bank, `192.0.2.${index}`).login('52998224725', PASSWORD);
      await leave();
    },
  );

  test('the password from a known browser is verified while strangers fill the queue', async ({ bank }) => {
    const owner = new Browser(bank);
    await owner.register(newPerson({ cpf: '52998224725' }));
    await owner.logout();
    const leave = await crowd(bank);
    expect(await codeOf(new Browser(bank, '192.0.2.9').login('52998224725', PASSWORD))).toBe('BUSY');
    await owner.login('52998224725', PASSWORD);
    await leave();
  });

  test('a stranger’s password is verified while known users fill their queue', async ({ bank }) => {
    const users = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        countHashing(
          { ...bank, request: requestFrom(`198.51.100.${index}`), user: null },
          'hash',
          `${index}`,
          {
            known: `${index}`,
          },
        ),
      ),
    );
    const one = await stranger(bank, '192.0.2.1');
    let verified = 0;
    const known = async ({ counted }: { counted: Counted }) => {
      while (verified < 200) {
        await verifyPassword(counted, DUMMY_HASH, PASSWORD);
        verified += 1;
      }
    };
    const crowd = Promise.all(users.map(known));
    await verifyPassword(one, DUMMY_HASH, PASSWORD);
    expect(verified).toBeLessThan(100);
    await crowd;
  });

  test('codes that are hashed are limited at one address, whoever asks for them', async ({ bank }) => {
    const { max } = ATTEMPT_LIMITS.hashAddress;
    const count = (user: number, ip: string) =>
      countHashing({ ...bank, request: requestFrom(ip), user: null }, 'hash', `${user}`, { hashes: 11 });
    for (let user = 0; user < max / 11; user += 1) await count(user, '192.0.2.1');
    expect(await codeOf(count(max, '192.0.2.1'))).toBe('TOO_MANY_ATTEMPTS');
    await count(max, '192.0.2.2');
  });

  test('a password that could not be verified costs no attempt', async ({ bank }) => {
    await new Browser(bank).register(newPerson({ cpf: '52998224725' }));
    const leave = await crowd(bank);
    const guess = (password: string) => new Browser(bank, '192.0.2.1').login('52998224725', password);
    for (let round = 0; round < 2; round += 1) {
      const guesses = Array.from({ length: WRONG_PASSWORDS.free }, () => codeOf(guess('wrong')));
      expect(await Promise.all(guesses)).toEqual(Array(WRONG_PASSWORDS.free).fill('BUSY'));
    }
    await leave();
    for (let count = 0; count < WRONG_PASSWORDS.free; count += 1)
      expect(await codeOf(guess('wrong'))).toBe('INVALID_CREDENTIALS');
    await guess(PASSWORD);
  });
});
