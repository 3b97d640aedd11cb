import fc from 'fast-check';
import { describe, expect, onTestFinished } from 'vitest';
import type { ProviderState } from '#domain/pix/order';
import { refusalOf } from '#server/testing/refusal-of';
import { auditedChanges } from '../testing/scene.ts';
import { concludeOrder } from './conclude-order.ts';
import { refreshOrder } from './look-up.ts';
import { settleOrders, startOrderWorker } from './order-worker.ts';
import { expectClearing, place, rowOf, settleAll } from './testing/order-scene.ts';
import { test } from './testing/order-test.ts';

const START = { checking: 100_000, external: 50_000, clearing: 0, cash: 0 };
const at = (providerId: string, amountCents = 4_000) => ({
  providerId,
  amountCents,
  endToEndId: 'E12345678202603101500abcdefghijk',
  payee: null,
});
const DONE: ProviderState = { kind: 'done', at: at('tra_1') };
const WAITING: ProviderState = { kind: 'processing', at: at('tra_1') };
const FAILED: ProviderState = { kind: 'failed', at: at('tra_1'), reason: 'Conta  de destino\nencerrada' };

describe('what the provider says of an order', () => {
  test('an order is settled once, even if the provider’s answer is processed repeatedly and concurrently', {
    tags: ['postgres'],
  }, async ({ scene, bank }) => {
    const id = await place(scene, 4_000);
    expect(await concludeOrder(bank, id, WAITING)).toBe('wait');
    expect(await rowOf(bank, id)).toMatchObject({ status: 'processing', providerId: 'tra_1' });
    await expectClearing(bank);
    const steps = await Promise.all(Array.from({ length: 6 }, () => concludeOrder(bank, id, DONE)));
    expect(steps.filter((step) => step === 'settle')).toHaveLength(1);
    // Late or out of order: no effect.
    expect(await concludeOrder(bank, id, WAITING)).toBe('nothing');
    expect(await scene.balances()).toEqual({ ...START, external: 46_000, cash: 4_000 });
    expect(await rowOf(bank, id)).toMatchObject({
      status: 'done',
      nextLookAt: null,
      endToEndId: 'E12345678202603101500abcdefghijk',
      concludedAt: bank.clock.now(),
    });
    expect(await auditedChanges(bank, 'settle_order')).toHaveLength(2);
  });

  test('a failed order gives the money back once, with the reason in the statement, and tells the owner', async ({
    scene,
    bank,
    ana,
  }) => {
    const id = await place(scene, 4_000);
    const steps = await Promise.all(Array.from({ length: 6 }, () => concludeOrder(bank, id, FAILED)));
    expect(steps.filter((step) => step === 'fail')).toHaveLength(1);
    expect(await scene.balances()).toEqual(START);
    expect(await rowOf(bank, id)).toMatchObject({ failReason: 'Conta de destino encerrada' });
    const { entries } = await ana.call.account.ledger({ account: 'external' });
    expect(entries.slice(0, 2)).toMatchObject([
      {
        type: 'reversal',
        description: 'Estorno: Conta de destino encerrada',
        amount: '40.00',
        isDebit: false,
      },
      { type: 'transfer', description: 'Aluguel', isDebit: true, counterparty: { name: 'Maria Luz' } },
    ]);
    expect(await auditedChanges(bank, 'fail_order')).toMatchObject([{ amount: '40.00', kind: 'pix' }]);
    // The money was returned, yet the transfer happened: a person must look.
    expect(await concludeOrder(bank, id, DONE)).toBe('conflict');
    expect(await scene.balances()).toEqual(START);
    expect(bank.logged.join('\n')).toContain("the provider's answer contradicts the order");
  });

  test('an order returned after it was done causes two reversals, and the owner is told', async ({
    scene,
    bank,
    simulator,
    ana,
  }) => {
    const sent = await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '40.00' });
    expect(sent).toMatchObject({ status: 'done' });
    const { providerId } = await rowOf(bank, sent.id);
    await simulator.control('POST', '/simulator/return', { id: providerId });
    expect(await refreshOrder(bank, sent.id)).toBe('return');
    expect(await refreshOrder(bank, sent.id)).toBe('nothing');
    expect(await scene.balances()).toEqual(START);
    expect(await rowOf(bank, sent.id)).toMatchObject({ status: 'returned' });
    expect(await ana.call.pix.order({ id: sent.id })).toMatchObject({
      status: 'failed',
      failReason: 'O recebedor devolveu a transferência.',
    });
    const { outbox } = bank.db.tables;
    const mails = await bank.db.select().from(outbox);
    expect(mails.filter(({ kind }) => kind === 'payment_failed')).toMatchObject([
      { subject: expect.stringMatching(/^PIX devolvido: R\$\s40,00 de volta$/) },
    ]);
  });

  test('an answer with another amount or object id changes nothing', async ({ scene, bank }) => {
    const id = await place(scene, 4_000);
    expect(await concludeOrder(bank, id, { kind: 'done', at: at('tra_1', 4_001) })).toBe('conflict');
    await concludeOrder(bank, id, WAITING);
    expect(await concludeOrder(bank, id, { kind: 'done', at: at('tra_2') })).toBe('conflict');
    expect(await rowOf(bank, id)).toMatchObject({ status: 'processing', providerId: 'tra_1' });
    await expectClearing(bank);
  });

  test('the money in transit equals the open orders after answers in any order', async ({ scene, bank }) => {
    const states = [WAITING, DONE, FAILED];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2), { minLength: 1, maxLength: 6 }), async (choices) => {
        const id = await place(scene, 100);
        for (const choice of choices) {
          const state = states[choice] ?? WAITING;
          await concludeOrder(bank, id, { ...state, at: at(`of-${id}`, 100) });
          await expectClearing(bank);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('a reversal of an order’s transaction is refused to administrators', async ({
    scene,
    bank,
    admin,
  }) => {
    const id = await place(scene, 4_000);
    const reverse = (transactionId: string) =>
      refusalOf(admin.call.admin.transactions.reverse({ id: transactionId, reason: 'Pedido' }));
    expect(await reverse(id)).toMatchObject({ status: 409, code: 'NOT_REVERSIBLE' });
    await concludeOrder(bank, id, DONE);
    const { concludedById } = await rowOf(bank, id);
    expect(await reverse(concludedById ?? '')).toMatchObject({ code: 'NOT_REVERSIBLE' });
    const adjust = { id: scene.external, amount: '1.00', reason: 'Acerto' };
    expect(await refusalOf(admin.call.admin.accounts.adjust(adjust))).toMatchObject({ status: 404 });
  });
});

describe('the worker for orders', () => {
  test('the worker sends and concludes due orders, runs its other tasks, survives a failing one, and stops', async ({
    scene,
    bank,
  }) => {
    const id = await place(scene, 4_000);
    let ran = 0;
    const worker = startOrderWorker(bank, {
      pollMs: 5,
      tasks: [
        { name: 'failing', run: () => Promise.reject(new Error('a task that fails')) },
        {
          name: 'counting',
          run: async () => {
            ran += 1;
          },
        },
      ],
    });
    await expect
      .poll(
        async () => {
          bank.clock.passSeconds(5);
          return (await rowOf(bank, id)).status;
        },
        { timeout: 10_000 },
      )
      .toBe('done');
    await expect.poll(() => ran, { timeout: 10_000 }).toBeGreaterThan(1);
    await worker.stop();
    expect(bank.logged.join('\n')).toContain('a task with the payment provider failed');
    const later = await place(scene, 100);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await rowOf(bank, later)).status).toBe('reserved');
    await settleOrders(bank);
    await settleAll(bank);
  });

  test('orders are concluded while work of another task keeps coming in', async ({ scene, bank }) => {
    let hasBegun = false;
    const run = async (_: unknown, isStopping: () => boolean) => {
      hasBegun = true;
      while (!isStopping()) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const worker = startOrderWorker(bank, { pollMs: 5, tasks: [{ name: 'endless', run }] });
    onTestFinished(() => worker.stop());
    await expect.poll(() => hasBegun).toBe(true);
    const id = await place(scene, 4_000);
    const status = async () => {
      bank.clock.passSeconds(5);
      return (await rowOf(bank, id)).status;
    };
    await expect.poll(status, { timeout: 10_000 }).toBe('done');
  });
});
