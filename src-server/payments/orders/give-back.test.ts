/** @module-tag postgresInCi */
import { isNotNull } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { NO_USES } from '#domain/protection/limits';
import { settleCovered } from '#server/cover/testing/settle-covered';
import { sessionOf } from '#server/protection/testing/protected-bank';
import { knowPayee, type PaidCents, turnRulesOn, usesOf } from '#server/protection/testing/rules';
import { callerOf, tokenCallerOf } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { charge } from '../testing/merchant.ts';
import { refreshOrder } from './look-up.ts';
import { rowOf } from './testing/order-scene.ts';
import { test as orderTest } from './testing/order-test.ts';

const MARIA = 'maria@correio.example';

/** Ana under the rules for money, at noon; she has paid Maria and Bruno before. `today`: what counts of her day. */
const test = orderTest.extend('rules', async ({ bank, ana, bruno }) => {
  await turnRulesOn(bank, ana.user);
  await knowPayee(bank, ana.user, { kind: 'pix', target: MARIA });
  await knowPayee(bank, ana.user, { kind: 'account', target: bruno.accountNumber });
  return {
    call: sessionOf(bank, ana),
    sums: async () => Object.entries(await usesOf(bank, ana.user)),
  };
});

/** Pays; if it must be confirmed, as if the customer had done so. */
async function confirmed<Answer>({ db, clock }: TestBank, pay: () => Promise<Answer>): Promise<Answer> {
  const first = await pay().catch(() => null);
  if (first) return first;
  await db.transaction(async (tx) => {
    await tx.update(tx.tables.confirmations).set({ provenAt: clock.real(), method: 'app' });
  });
  return pay();
}

const { payments: _payments, ...NO_CENTS } = NO_USES;
const paid = (uses: Partial<PaidCents>): PaidCents => ({ ...NO_CENTS, ...uses });

describe('what is paid and comes back', () => {
  test('an order that is returned leaves the sums of its day and month once, also after they ended', async ({
    rules: { call, sums },
    bank,
    simulator,
  }) => {
    const sent = await call.pix.transfer({ pixKey: MARIA, amount: '40.00' });
    await call.pix.transfer({ pixKey: MARIA, amount: '2.50' });
    expect(new Map(await sums())).toEqual(
      new Map([
        ['day 2026-03-10', paid({ pix_person: 4_250 })],
        ['month 2026-03', paid({ pix_person: 4_250 })],
      ]),
    );
    bank.clock.passSeconds(40 * 86_400);
    const { providerId } = await rowOf(bank, sent.id);
    await simulator.control('POST', '/simulator/return', { id: providerId });
    const steps = await Promise.all(Array.from({ length: 6 }, () => refreshOrder(bank, sent.id)));
    expect(steps.filter((step) => step === 'return')).toHaveLength(1);
    expect(await sums()).toEqual([
      ['day 2026-03-10', paid({ pix_person: 250 })],
      ['month 2026-03', paid({ pix_person: 250 })],
    ]);
  });

  test('one that fails leaves the sums of its night', async ({ rules, bank, ana, simulator }) => {
    bank.clock.set('2026-03-10T23:00:00-03:00');
    const call = sessionOf(bank, ana);
    await simulator.control('POST', '/simulator/switches', { failNext: 1 });
    const failed = await call.pix.transfer({ pixKey: MARIA, amount: '400.00' });
    expect(await call.pix.order({ id: failed.id })).toMatchObject({ status: 'failed' });
    expect(await rules.sums()).toEqual([
      ['month 2026-03', NO_CENTS],
      ['night 2026-03-10', NO_CENTS],
    ]);
  });
});

test('a code, a boleto and a covered PIX that fail leave the sums in which they counted', async ({
  bank,
  ana,
  simulator,
}) => {
  await turnRulesOn(bank, ana.user);
  const script = tokenCallerOf(bank, ana.user);
  const amount = '40.00';
  const { payload } = await charge(simulator, { value: amount });
  const { line } = newBankBoleto(4_000, '2026-03-20', 1);
  const pays = {
    code: () => script.pix.transfer({ pixKey: payload, amount }),
    boleto: () => script.account.boleto.pay({ line }),
    covered: () =>
      script.account.cover.pay({ cover: '10.00', pix: { pixKey: 'fails@correio.example', amount } }),
  };
  const sums = async () =>
    Object.entries(await usesOf(bank, ana.user)).map(([period, uses]) => [period.split(' ')[0], uses]);
  const none = ['day', 'month', 'token'].map((period) => [period, NO_CENTS]);
  for (const pay of [pays.code, pays.boleto]) {
    await simulator.control('POST', '/simulator/switches', { failNext: 1 });
    expect(await pay()).toMatchObject({ status: 'failed' });
    expect(await sums()).toEqual(none);
  }
  await ana.call.pix.move({ direction: 'out', amount: '470.00' });
  const { id } = await pays.covered();
  await settleCovered(bank);
  expect(await script.account.cover.get({ id: id ?? '' })).toMatchObject({
    status: 'failed',
    pix: { amount },
  });
  // In the token's day it was counted when it was asked for, and stays.
  expect(await sums()).toEqual([...none.slice(0, 2), ['token', paid({ pix_person: 4_000 })]]);
  const { paymentIntents } = bank.db.tables;
  const states = await bank.db.select().from(paymentIntents).where(isNotNull(paymentIntents.method));
  expect(states.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
});

describe('a transfer that an administrator reverses', () => {
  const amount = '10.00';

  test.for(['a registered device', 'an unregistered device', 'a token'] as const)(
    'leaves the sums of %s once',
    async (who, { rules, bank, ana, bruno, admin }) => {
      const call = {
        'a registered device': () => rules.call,
        'an unregistered device': () => sessionOf(bank, ana, { isRegistered: false }),
        'a token': () => tokenCallerOf(bank, ana.user),
      }[who]();
      const pay = (cents: string) =>
        confirmed(bank, () =>
          call.account.transfer({
            accountNumber: bruno.accountNumber,
            amount: cents,
            description: 'Aluguel',
            idempotencyKey: `rent-${cents}`,
          }),
        );
      const { id } = await pay(amount);
      await pay('0.01');
      expect(await rules.sums()).toHaveLength(who === 'a registered device' ? 2 : 3);
      const reverse = (reason: string) => admin.call.admin.transactions.reverse({ id, reason });
      await reverse('Engano');
      expect(await codeOf(reverse('De novo'))).toBe('ALREADY_REVERSED');
      for (const [, uses] of await rules.sums()) expect(uses).toEqual(paid({ transfer: 1 }));
    },
  );

  test('one that was never counted changes no sums', async ({ rules, bank, bruno, ana, admin }) => {
    await rules.call.account.transfer({ accountNumber: bruno.accountNumber, amount, description: 'Aluguel' });
    const before = await rules.sums();
    const back = await callerOf(bank, bruno.user).account.transfer({
      accountNumber: ana.accountNumber,
      amount: '5.00',
      description: 'Troco',
    });
    await admin.call.admin.transactions.reverse({ id: back.id, reason: 'Engano' });
    expect(await rules.sums()).toEqual(before);
  });
});
