import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { keyIdOf, parseKeys } from '#server/kernel/keys';
import { TEST_APP_KEYS, testKeys } from '#server/ledger/testing/bank';
import { refusalOf } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { atTheMachine } from '../attempts.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { hashBackupCodes, newBackupCodes, replaceBackupCodes } from './backup-codes.ts';
import { rotateSecrets, rowsUnderOlderKeys } from './rotate.ts';
import { appKey, encryptSecret, newTotpSecret } from './totp.ts';

const OLD = `old:${randomBytes(32).toString('base64')}`;
const oldKeys = parseKeys(OLD);
const bothKeys = parseKeys(`${TEST_APP_KEYS},${OLD}`);

type Person = { id: string; cpf: string; app: Authenticator };

/** People whose second factor is encrypted with the old key. */
async function bankUnderOldKey(count: number): Promise<{ bank: TestBank; people: Person[] }> {
  const bank = await testBank();
  const people: Person[] = [];
  for (let number = 0; number < count; number += 1) {
    const person = newPerson();
    const { id } = await new Browser(bank).register(person);
    const secret = newTotpSecret();
    const totpSecret = encryptSecret(oldKeys, secret, 'users', id);
    await bank.db.transaction(async (tx) => {
      await tx.update(tx.tables.users).set({ totpSecret }).where(eq(tx.tables.users.id, id));
    });
    const app = new Authenticator(bank, appKey('Banco', person.email, secret).secret);
    people.push({ id, cpf: person.cpf, app });
  }
  return { bank, people };
}

async function keptSecret(bank: TestBank, userId: string): Promise<string> {
  const { users } = bank.db.tables;
  const [row] = await bank.db.select().from(users).where(eq(users.id, userId));
  return row?.totpSecret ?? '';
}

async function signIn(bank: TestBank, { id, cpf, app }: Person): Promise<void> {
  const browser = new Browser(bank);
  await browser.givePassword(cpf, PASSWORD);
  const token = app.nextCode();
  await browser.ask((caller) => caller.twoFactor.validate({ userId: id, token }));
}

describe('a rotation of keys', () => {
  it('a key rotation re-encrypts every secret, in use or pending, once', async () => {
    const { bank, people } = await bankUnderOldKey(2);
    const pending = new Browser(bank);
    await pending.register(newPerson());
    await new Browser(bank).register(newPerson());
    // Only this row is written under the old key; the audit log keeps the tests' key.
    await pending.ask((_, ctx) =>
      ctx.db.transaction(async (tx) => {
        const userId = ctx.user?.id ?? '';
        const secret = encryptSecret(oldKeys, randomBytes(20), 'two_factor_setups', userId);
        const expiresAt = new Date(bank.clock.real().getTime() + 600_000);
        await tx.insert(tx.tables.twoFactorSetups).values({ userId, secret, expiresAt });
      }),
    );
    const rotating = { ...bank, keys: bothKeys };
    expect(await rotateSecrets(rotating)).toEqual({ reencrypted: 3, unreadable: [] });
    expect(await rotateSecrets(rotating)).toEqual({ reencrypted: 0, unreadable: [] });
    const { twoFactorSetups, auditLog } = bank.db.tables;
    const [setup] = await bank.db.select().from(twoFactorSetups);
    expect(keyIdOf(setup?.secret ?? '')).toBe('test');
    for (const person of people) {
      expect(keyIdOf(await keptSecret(bank, person.id))).toBe('test');
      await signIn(bank, person);
    }
    expect(await bank.db.select().from(auditLog).where(eq(auditLog.action, 'rotate_keys'))).toMatchObject([
      { userId: null, changes: '{"keyId":"test","reencrypted":2}' },
      { userId: null, changes: '{"keyId":"test","reencrypted":1}' },
    ]);
  });

  it('a key rotation fails no sign-in before, during and after it', async () => {
    const { bank, people } = await bankUnderOldKey(3);
    const serving = { ...bank, keys: bothKeys };
    const [first, ...others] = people;
    if (!first) throw new Error('no person');
    await signIn(serving, first);
    await Promise.all([rotateSecrets(serving), ...others.map((person) => signIn(serving, person))]);
    await signIn(serving, first);
    for (const person of people) expect(keyIdOf(await keptSecret(bank, person.id))).toBe('test');
  });

  it('a key rotation names users whose secret cannot be decrypted, and continues', async () => {
    const { bank, people } = await bankUnderOldKey(2);
    const [lost, kept] = people;
    if (!lost || !kept) throw new Error('no people');
    await bank.db.transaction(async (tx) => {
      const gone = encryptSecret(
        parseKeys(`gone:${randomBytes(32).toString('base64')}`),
        randomBytes(20),
        'users',
        lost.id,
      );
      await tx.update(tx.tables.users).set({ totpSecret: gone }).where(eq(tx.tables.users.id, lost.id));
    });
    expect(await rotateSecrets({ ...bank, keys: bothKeys })).toEqual({
      reencrypted: 1,
      unreadable: [lost.id],
    });
    expect(await refusalOf(signIn(bank, lost))).toMatchObject({ code: 'TWO_FACTOR_INVALID' });
    await signIn(bank, kept);
  });

  it('a key rotation says which older keys the audit log still needs', async () => {
    const { bank } = await bankUnderOldKey(1);
    expect(await rowsUnderOlderKeys(bank)).toEqual([]);
    const next = parseKeys(`next:${randomBytes(32).toString('base64')},${TEST_APP_KEYS}`);
    const [older] = await rowsUnderOlderKeys({ ...bank, keys: next });
    expect(older).toEqual({ keyId: 'test', rows: await bank.db.$count(bank.db.tables.auditLog) });
  });

  it.each([
    ['still on the ring', bothKeys],
    ['gone', testKeys],
  ])('a key rotation leaves backup codes valid, with their key %s', async (_, keys) => {
    const { bank, people } = await bankUnderOldKey(1);
    const [person] = people;
    if (!person) throw new Error('no person');
    const codes = newBackupCodes();
    const hashed = await hashBackupCodes(atTheMachine(), oldKeys, person.id, codes);
    await bank.db.transaction((tx) => replaceBackupCodes(tx, bank, person.id, hashed));
    const serving = { ...bank, keys };
    const enter = async (token: string) => {
      const browser = new Browser(serving);
      await browser.givePassword(person.cpf, PASSWORD);
      return browser.ask((caller) => caller.twoFactor.validate({ userId: person.id, token, isBackup: true }));
    };
    await enter(codes[7] ?? '');
    expect(await refusalOf(enter(codes[7] ?? ''))).toMatchObject({ code: 'TWO_FACTOR_INVALID' });
    expect(await refusalOf(enter('2222-2222-2222-2222'))).toMatchObject({ code: 'TWO_FACTOR_INVALID' });
  });
});
