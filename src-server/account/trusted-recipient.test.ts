/** @module-tag postgres */
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { FREEZE_LINK_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { withPasskey } from '#server/auth/testing/security-key';
import { carriesFreezeLink } from '#server/outbox/freeze-link';
import { letterTo, newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { turnRulesOn } from '#server/protection/testing/rules';
import { test as base } from '#server/testing/bank-test';
import { tokenCallerOf } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { rememberRecipient } from './remember-recipient.ts';

/** Ana has paid Bruno once. `trust` changes his trust in a session of hers, by default with a fresh proof. */
const test = base.extend('scene', async ({ bank, ana, bruno }) => {
  const pay = (call: ReturnType<typeof sessionOf>, amount: string) =>
    call.account.transfer({
      accountNumber: bruno.accountNumber,
      amount,
      description: 'Aluguel',
      idempotencyKey: newKey(),
    });
  await pay(sessionOf(bank, ana), '1.00');
  const own = async () => {
    const [one] = await ana.call.account.recipients();
    if (!one) throw new Error('a payment was not remembered');
    return one;
  };
  const { id } = await own();
  const trust = (trustedUpTo: string | null, call = sessionOf(bank, ana)) =>
    call.account.changeRecipient({ id, trustedUpTo });
  const unproven = sessionOf(bank, ana, { proven: null });
  return { id, pay, own, trust, unproven };
});

describe('trust in a recipient', () => {
  test('is refused to other customers and tokens, and for amounts that are none', async ({
    scene: { id, own, trust },
    bank,
    ana,
    bruno,
  }) => {
    expect(await codeOf(trust('10.00', bruno.call))).toBe('NOT_FOUND');
    const token = tokenCallerOf(bank, ana.user);
    expect(await codeOf(token.account.changeRecipient({ id, trustedUpTo: '10.00' }))).toBe(
      'TOKEN_NOT_ALLOWED',
    );
    for (const amount of ['0.00', '-1.00', '1.001', 'x'])
      expect(await refusalOf(trust(amount))).toMatchObject({
        code: 'VALIDATION',
        fields: { trustedUpTo: expect.stringMatching(/./) },
      });
    expect((await own()).trustedUpTo).toBeNull();
  });

  test('is raised with a fresh proof only; lowered, kept and withdrawn without one', async ({
    scene: { own, trust, unproven, id },
  }) => {
    expect(await codeOf(trust('10.00', unproven))).toBe('REAUTHENTICATE');
    expect((await own()).trustedUpTo).toBeNull();
    await trust('10.00');
    expect(await codeOf(trust('10.01', unproven))).toBe('REAUTHENTICATE');
    for (const lower of ['10.00', '9.99', null] as const) {
      await trust(lower, unproven);
      expect((await own()).trustedUpTo).toBe(lower);
    }
    await unproven.account.changeRecipient({ id, nickname: 'Bia' });
    expect(await own()).toMatchObject({ nickname: 'Bia', trustedUpTo: null });
  });

  test('ends when the account is frozen, and cannot be given until it is not', async ({
    scene: { own, trust },
    bank,
    ana,
  }) => {
    // By then a freeze does not make him a new payee.
    bank.clock.passSeconds(FREEZE_LINK_SECONDS);
    await trust('10.00');
    await ana.call.auth.freeze();
    expect(await own()).toMatchObject({ trustedUpTo: null });
    expect(await codeOf(trust('5.00'))).toBe('ACCOUNT_FROZEN_BY_OWNER');
  });

  test(
    'cannot rise without a proof through a change at the same time',
    race(),
    async ({ scene: { own, trust, unproven } }) => {
      await trust('10.00');
      await Promise.allSettled([trust('5.00', unproven), trust('10.00', unproven), trust('2.00', unproven)]);
      expect(['2.00', '5.00']).toContain((await own()).trustedUpTo);
    },
  );

  test('is told by letter and bell and audited; withdrawing it is audited', async ({
    scene: { trust, id },
    bank,
    ana,
  }) => {
    await trust('1500.00');
    await trust('1500.00');
    await trust(null);
    const letter = await letterTo(bank, 'payee_trusted');
    expect(letter).toContain('Pagamentos de até R$ 1.500,00 a Bruno Nogueira não serão mais confirmados.');
    const { auditLog, notifications } = bank.db.tables;
    const told = (await bank.db.select().from(notifications)).filter(({ kind }) => kind === 'payee_trusted');
    expect(told).toMatchObject([{ userId: ana.user.id }]);
    const rows = (await bank.db.select().from(auditLog).orderBy(auditLog.seq)).filter(
      ({ action }) => action === 'trust_recipient',
    );
    expect(rows.map(({ entityId, changes }) => [entityId, JSON.parse(changes ?? '')])).toEqual([
      [ana.user.id, { recipientId: id, trustedUpTo: '1500.00' }],
      [ana.user.id, { recipientId: id, trustedUpTo: null }],
    ]);
  });

  test('ends when the key belongs to another person, who is known since then', async ({
    scene: { trust, own },
    bank,
    ana,
    bruno,
  }) => {
    await trust('10.00');
    const { recipients } = bank.db.tables;
    const paid = {
      userId: ana.user.id,
      kind: 'account',
      target: bruno.accountNumber,
      name: 'Outra',
    } as const;
    const lastUsedAt = secondsAfter(bank.clock.now(), 3600);
    const again = (document: string | null, name: string = paid.name) =>
      bank.db.transaction((tx) => rememberRecipient(tx, { ...paid, name, document, lastUsedAt }));
    const kept = async () => (await bank.db.select().from(recipients))[0];
    const before = await kept();
    await again(before?.document ?? '');
    await again(null, 'OÚTRA ');
    expect(await kept()).toMatchObject({ trustedCents: 1_000, firstPaidAt: before?.firstPaidAt });
    await again(null, 'Uma terceira');
    const unknown = { name: 'Uma terceira', document: null };
    expect(await kept()).toMatchObject({ ...unknown, trustedCents: null, firstPaidAt: lastUsedAt });
    await again(before?.document ?? '', 'Uma terceira');
    await trust('10.00');
    await again('27182818205', 'Uma terceira');
    expect(await kept()).toMatchObject({ trustedCents: null, firstPaidAt: lastUsedAt });
    expect((await own()).trustedUpTo).toBeNull();
  });

  test('spares the confirmation up to its amount, but not in an unregistered browser', async ({
    scene: { pay, trust },
    bank,
    ana,
  }) => {
    await withPasskey(bank, ana.user.id);
    await turnRulesOn(bank, ana.user);
    const call = sessionOf(bank, ana);
    await call.account.limits.changeProtection({ confirmAbove: '5.00' });
    expect(await codeOf(pay(call, '5.01'))).toBe('CONFIRMATION_REQUIRED');
    await trust('10.00');
    await pay(call, '10.00');
    expect(await codeOf(pay(call, '10.01'))).toBe('CONFIRMATION_REQUIRED');
    const { paymentIntents: paid } = bank.db.tables;
    // The first was made before the rules held.
    expect(await bank.db.select().from(paid).orderBy(paid.id)).toMatchObject([
      { method: null },
      { method: 'trusted' },
    ]);
    const unknown = sessionOf(bank, ana, { isRegistered: false });
    expect(await codeOf(pay(unknown, '1.00'))).toBe('CONFIRMATION_REQUIRED');
  });

  test('counts a day later where the rules hold and no second factor counts, which its letter tells', async ({
    scene: { pay, own, trust, unproven },
    bank,
    ana,
  }) => {
    await turnRulesOn(bank, ana.user);
    // Added an hour ago, it counts no more than the password.
    await withPasskey(bank, ana.user.id, 3600);
    await sessionOf(bank, ana).account.limits.changeProtection({ confirmAbove: '5.00' });
    const paid = async () => (await settledCodes([pay(sessionOf(bank, ana), '10.00')]))[0];
    await trust('10.00');
    bank.clock.passSeconds(3600);
    await trust('20.00');
    expect(await own()).toMatchObject({ trustedUpTo: '20.00', trustedFrom: '2026-03-11T16:00:00.000Z' });
    expect(await letterTo(bank, 'payee_trusted')).toContain(
      'A partir de 11/03/2026 às 13:00, pagamentos de até R$ 20,00 a Bruno Nogueira não serão mais confirmados.',
    );
    expect(carriesFreezeLink('payee_trusted')).toBe(true);
    await trust('15.00', unproven);
    bank.clock.passSeconds(86_399);
    expect(await paid()).toBe('CONFIRMATION_REQUIRED');
    bank.clock.passSeconds(1);
    expect(await paid()).toBe('done');
    expect(await own()).toMatchObject({ trustedUpTo: '15.00', trustedFrom: null });
    // By now the passkey counts.
    await trust('30.00');
    expect(await own()).toMatchObject({ trustedUpTo: '30.00', trustedFrom: null });
  });
});
