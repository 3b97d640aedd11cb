/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { secondsSince } from '#domain/moment';
import { compare } from '../reconcile/compare.ts';
import { type Charge, charge } from '../testing/merchant.ts';
import { settleOrders } from './order-worker.ts';
import { atProvider, rowOf, settleAll } from './testing/order-scene.ts';
import { test as orderTest } from './testing/order-test.ts';

describe('a code whose payment has an unknown outcome', () => {
  /** Ana pays while the provider fails so; then it works again. */
  const failing = orderTest.extend(
    'paidWhile',
    ({ simulator, ana, bank }) =>
      async (fault: 'dropAfter' | 'errorBefore' | 'errorAfter', code: Charge, amount: string) => {
        const { faults } = simulator.simulator;
        const real = bank.provider.of;
        // Only the payment meets the fault: a code must be read before.
        bank.provider.of = (key) => {
          const account = real(key);
          return {
            ...account,
            payQr: async (asked) => {
              Object.assign(faults, { [fault]: 1 });
              const outcome = await account.payQr(asked);
              Object.assign(faults, { [fault]: 0 });
              return outcome;
            },
          };
        };
        const sent = await ana.call.pix.transfer({ pixKey: code.payload, amount, idempotencyKey: fault });
        bank.provider.of = real;
        return sent;
      },
  );

  failing.for(['dropAfter', 'errorAfter'] as const)(
    'is found by the end of its description and never sent again: %s',
    async (fault, { paidWhile, simulator, bank, scene, ana }) => {
      const code = await charge(simulator, { value: '21.00' });
      const sent = await paidWhile(fault, code, '21.00');
      expect(sent.status).toBe('done');
      await settleAll(bank);
      expect(await rowOf(bank, sent.id)).toMatchObject({ status: 'done', attempts: 1 });
      expect(atProvider(scene, sent.id)).toHaveLength(1);
      const again = { pixKey: code.payload, amount: '21.00', idempotencyKey: fault };
      expect(await ana.call.pix.transfer(again)).toMatchObject({ id: sent.id, status: 'done' });
      expect(await scene.balances()).toMatchObject({ external: 47_900, clearing: 0, cash: 2_100 });
      expect((await compare(bank)).differences).toEqual([]);
    },
  );

  failing('is sent again once it is verifiably not there', async ({ paidWhile, simulator, bank, scene }) => {
    const sent = await paidWhile('errorBefore', await charge(simulator, { value: '21.00' }), '21.00');
    expect(sent.status).toBe('processing');
    expect(atProvider(scene, sent.id)).toEqual([]);
    await settleAll(bank);
    expect(await rowOf(bank, sent.id)).toMatchObject({ status: 'done', attempts: 2 });
    expect(atProvider(scene, sent.id)).toHaveLength(1);
    expect(await scene.balances()).toMatchObject({ external: 47_900, clearing: 0, cash: 2_100 });
  });

  failing(
    'and that names somebody else when it is sent tells its payer who was paid, and remembers nobody',
    async ({ paidWhile, simulator, bank, ana }) => {
      const code = await charge(simulator, { value: '21.00' });
      const sent = await paidWhile('errorBefore', code, '21.00');
      const joana = await charge(simulator, { merchant: 'Joana', value: '21.00' });
      const { store } = simulator.simulator;
      store.update('charge', code.id, { merchant: store.get('charge', joana.id)?.merchant });
      await settleAll(bank);
      expect(await rowOf(bank, sent.id)).toMatchObject({ status: 'done', payeeName: 'Joana Prado' });
      const { notifications, recipients } = bank.db.tables;
      const told = await bank.db
        .select()
        .from(notifications)
        .where(eq(notifications.kind, 'other_payee_paid'));
      expect(told).toMatchObject([
        {
          userId: ana.user.id,
          text: expect.stringContaining('confirmou para Padaria do Vale Ltda foi recebido por Joana Prado'),
        },
      ]);
      expect(await bank.db.$count(recipients, eq(recipients.kind, 'pix'))).toBe(0);
    },
  );
});

orderTest(
  'a code that the provider still processes is looked up soon, since no event tells its end',
  async ({ simulator, bank, ana }) => {
    await simulator.control('POST', '/simulator/switches', { settleMs: 60_000 });
    const { payload } = await charge(simulator, { value: '21.00' });
    const sent = await ana.call.pix.transfer({ pixKey: payload, amount: '21.00' });
    const untilNextLook = async () => {
      const { status, nextLookAt } = await rowOf(bank, sent.id);
      expect(status).toBe('processing');
      return nextLookAt ? secondsSince(bank.clock.real(), nextLookAt) : null;
    };
    expect(await untilNextLook()).toBeLessThan(10);
    bank.clock.passSeconds(24 * 3600);
    await settleOrders(bank);
    expect(await untilNextLook()).toBeLessThan(16 * 60);
  },
);
