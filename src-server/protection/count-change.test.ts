/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { newId } from '#server/kernel/id';
import { test as base } from '#server/testing/bank-test';
import { codeOf, settledCodes } from '#server/testing/refusal-of';
import { sessionOf } from './testing/protected-bank.ts';

const DAY = { kind: 'transfer', window: 'day' } as const;
const { strengthening, limitChange } = ATTEMPT_LIMITS;

/** `stolen`: Ana's cookie alone; `own`: with her proof. She trusts Bruno up to R$ 100,00. */
const test = base
  .extend('env', { MONEY_RULES: 'standard' } as Record<string, string>)
  .extend('scene', async ({ bank, ana, bruno }) => {
    const id = newId();
    const payee = { kind: 'account', target: bruno.accountNumber, trustedCents: 10_000 } as const;
    const lastUsedAt = bank.clock.now();
    await bank.db.transaction(async (tx) => {
      await tx.insert(tx.tables.recipients).values({ id, userId: ana.user.id, ...payee, lastUsedAt });
    });
    const own = sessionOf(bank, ana).account;
    const stolen = sessionOf(bank, ana, { proven: null }).account;
    const lower = ({ limits }: typeof own, turn: number) =>
      limits.change({ ...DAY, amount: ((50_000 - turn) / 100).toFixed(2) });
    const protect = ({ limits }: typeof own, turn: number) =>
      limits.changeProtection({ confirmAbove: ((50_000 - turn) / 100).toFixed(2) });
    const trust = (call: typeof own, trustedUpTo: string | null) => call.changeRecipient({ id, trustedUpTo });
    const written = async () => {
      const { attempts, auditLog, limitRules, notifications, outbox } = bank.db.tables;
      const tables = [attempts, auditLog, limitRules, notifications, outbox];
      return Promise.all(tables.map((table) => bank.db.$count(table)));
    };
    return { own, stolen, lower, protect, trust, written };
  });

describe('a change of limits or protection', () => {
  test('that changes nothing, or lacks its proof, is neither counted, kept nor told', async ({
    scene: { own, stolen, trust, written },
  }) => {
    await own.limits.change({ ...DAY, amount: '500.00' });
    await own.limits.changeProtection({ undoMinutes: 60, confirmAbove: '80.00' });
    const before = await written();
    await stolen.limits.change({ ...DAY, amount: '500.00' });
    await stolen.limits.change({ ...DAY, kind: 'boleto', amount: '20000.00' });
    await stolen.limits.changeProtection({ undoMinutes: 60, confirmAbove: '80.00' });
    await trust(stolen, '100.00');
    const weaker = [
      stolen.limits.change({ ...DAY, amount: '500.01' }),
      stolen.limits.changeProtection({ undoMinutes: 59, confirmAbove: '10.00' }),
      trust(stolen, '100.01'),
    ];
    expect(await settledCodes(weaker)).toEqual(weaker.map(() => 'REAUTHENTICATE'));
    expect(await written()).toEqual(before);
  });

  test('keeps and tells only what differs', async ({ bank, scene: { own, stolen } }) => {
    await own.limits.changeProtection({ confirmAbove: '80.00' });
    await stolen.limits.changeProtection({ undoMinutes: 60, confirmAbove: '80.00' });
    const { auditLog, notifications } = bank.db.tables;
    const last = (await bank.db.select().from(auditLog).orderBy(auditLog.seq)).at(-1);
    expect(JSON.parse(last?.changes ?? '')).toEqual({ undoMinutes: 60 });
    const told = await bank.db.select().from(notifications).orderBy(notifications.id);
    expect(told.at(-1)?.text).toBe('Pagamentos altos a alguém novo podem ser desfeitos por 60 min.');
  });

  test(
    'at the same time as the same change is made, counted and told once',
    race(),
    async ({ bank, scene: { own, stolen, lower, trust } }) => {
      await Promise.all([1, 2, 3].map(() => lower(own, 0)));
      await Promise.all([1, 2, 3].map(() => stolen.limits.changeProtection({ undoMinutes: 60 })));
      await Promise.all([1, 2, 3].map(() => trust(own, '200.00')));
      const { attempts, limitRules, notifications } = bank.db.tables;
      expect(await bank.db.$count(limitRules)).toBe(1);
      expect((await bank.db.select().from(notifications)).map(({ kind }) => kind).sort()).toEqual([
        'limit_changed',
        'payee_trusted',
        'protection_changed',
      ]);
      const counted = (await bank.db.select().from(attempts)).map(({ bucket, count }) => [
        bucket.split(':')[0],
        count,
      ]);
      expect(counted).toContainEqual(['strengthening', 1]);
      expect(counted).toContainEqual(['limitChange', 2]);
    },
  );

  test('with the amount that holds takes back a raise that waits', async ({
    bank,
    scene: { own, stolen },
  }) => {
    await own.limits.change({ ...DAY, amount: '500.00' });
    await own.limits.change({ ...DAY, amount: '600.00' });
    const { limits } = await stolen.limits.change({ ...DAY, amount: '500.00' });
    expect(limits.find(({ kind, window }) => kind === 'transfer' && window === 'day')).toMatchObject({
      amount: '500.00',
      next: null,
    });
    expect(await bank.db.$count(bank.db.tables.limitRules)).toBe(3);
  });
});

describe('a cookie alone', () => {
  test('changes no limit', async ({ scene: { stolen, lower, written } }) => {
    const before = await written();
    expect(await codeOf(lower(stolen, 50_000))).toBe('REAUTHENTICATE');
    expect(await written()).toEqual(before);
  });

  test('strengthens forty times a day, and leaves its owner every try that a proof gives', async ({
    bank,
    scene: { own, stolen, lower, protect, trust },
  }) => {
    const { max } = strengthening;
    for (let turn = 0; turn < max; turn += 1) await protect(stolen, turn);
    expect(await codeOf(protect(stolen, max))).toBe('REAUTHENTICATE');
    expect(await codeOf(stolen.limits.changeProtection({ undoMinutes: 60 }))).toBe('REAUTHENTICATE');
    await lower(own, max);
    await own.limits.changeProtection({ confirmAbove: '10.00', undoMinutes: 60 });
    await own.limits.changeProtection({ confirmAbove: null, undoMinutes: 0 });
    await own.limits.change({ ...DAY, amount: '900.00' });
    expect(await codeOf(trust(stolen, '99.00'))).toBe('REAUTHENTICATE');
    await trust(stolen, null);
    await trust(own, '100.00');
    const { limitRules } = bank.db.tables;
    // The owner has used five tries, of which three were no limits.
    for (let turn = max + 1; turn <= max + limitChange.max - 5; turn += 1) await lower(own, turn);
    expect(await codeOf(lower(own, 3 * max))).toBe('TOO_MANY_ATTEMPTS');
    expect(await bank.db.$count(limitRules)).toBe(limitChange.max - 3);
    await trust(stolen, null);
  });

  test('lowers trust forty times a day, each of which is kept, and can withdraw it even then', async ({
    bank,
    scene: { stolen, trust },
  }) => {
    const { auditLog } = bank.db.tables;
    const { max } = strengthening;
    for (let turn = 1; turn <= max; turn += 1) await trust(stolen, ((10_000 - turn) / 100).toFixed(2));
    expect(await codeOf(trust(stolen, '1.00'))).toBe('REAUTHENTICATE');
    expect(await bank.db.$count(auditLog, eq(auditLog.action, 'trust_recipient'))).toBe(max);
    for (let turn = 0; turn < 3; turn += 1) await trust(stolen, null);
    expect(await bank.db.$count(auditLog, eq(auditLog.action, 'trust_recipient'))).toBe(max + 1);
  });

  test('finds its own tries, however many its owner has used with a proof', async ({
    scene: { own, stolen, protect, trust },
  }) => {
    for (let turn = 1; turn <= limitChange.max; turn += 1) await trust(own, `${100 + turn}.00`);
    expect(await codeOf(trust(own, '900.00'))).toBe('TOO_MANY_ATTEMPTS');
    await protect(stolen, 0);
    await stolen.limits.changeProtection({ confirmAbove: '10.00' });
  });
});
