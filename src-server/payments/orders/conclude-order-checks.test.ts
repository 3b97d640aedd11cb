import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { ProviderState } from '#domain/pix/order';
import { newId } from '#server/kernel/id';
import { codeOf } from '#server/testing/refusal-of';
import { concludeOrder } from './conclude-order.ts';
import { undo } from './order-postings.ts';
import { place, rowOf, settleAll } from './testing/order-scene.ts';
import { test } from './testing/order-test.ts';

const at = {
  providerId: 'tra_1',
  amountCents: 4_000,
  endToEndId: null,
  payee: { name: 'Maria da Luz', document: '52998224725' },
};
const DONE: ProviderState = { kind: 'done', at };
const WAITING: ProviderState = { kind: 'processing', at };
const FAILED: ProviderState = { kind: 'failed', at, reason: 'Conta encerrada' };

describe('the conclusion of an order', () => {
  test('an order that the bank does not have cannot be concluded', async ({ bank }) => {
    const id = newId();
    await expect(concludeOrder(bank, id, DONE)).rejects.toThrow(`order ${id} not found`);
  });

  test('an order that has moved on since it was looked up is left alone', async ({ scene, bank }) => {
    const id = await place(scene, 4_000);
    await concludeOrder(bank, id, WAITING);
    const { status, attempts, sentAt } = await rowOf(bank, id);
    const seen = { status, attempts, sentAt };
    for (const other of [
      { status: 'sending' as const },
      { attempts: attempts + 1 },
      { sentAt: new Date(bank.clock.real().getTime() + 1) },
    ])
      expect(await concludeOrder(bank, id, DONE, { expects: { ...seen, ...other } })).toBe('nothing');
    expect(await rowOf(bank, id)).toMatchObject({ status: 'processing' });
    expect(await concludeOrder(bank, id, DONE, { expects: seen })).toBe('settle');
  });

  test('an order in progress is looked at less often the longer ago it was sent', async ({ scene, bank }) => {
    const id = await place(scene, 4_000);
    const { paymentOrders } = bank.db.tables;
    const sentAt = bank.clock.real();
    await bank.db.transaction(async (tx) => {
      const sent = { status: 'sending' as const, attempts: 1, sentAt };
      await tx.update(paymentOrders).set(sent).where(eq(paymentOrders.transactionId, id));
    });
    bank.clock.passSeconds(600);
    expect(await concludeOrder(bank, id, WAITING)).toBe('wait');
    expect((await rowOf(bank, id)).nextLookAt).toEqual(new Date(sentAt.getTime() + (600 + 300) * 1_000));
  });

  test("a PIX that is done is remembered under the directory's name; a failed one and a move are not", async ({
    scene,
    bank,
  }) => {
    const remembered = () => bank.db.select().from(bank.db.tables.recipients);
    await concludeOrder(bank, await place(scene, 4_000), FAILED);
    await place(scene, 4_000, 'move_out');
    await settleAll(bank);
    expect(await remembered()).toEqual([]);
    await concludeOrder(bank, await place(scene, 4_000), {
      kind: 'done',
      at: { ...at, providerId: 'tra_2' },
    });
    expect(await remembered()).toMatchObject([
      { kind: 'pix', target: 'maria@correio.example', name: 'Maria da Luz', document: '52998224725' },
    ]);
  });
});

describe('an order that the provider takes back after it was done', () => {
  test('money that is spent already is not taken back, and a person is asked to look', async ({
    scene,
    bank,
    ana,
    admin,
  }) => {
    const id = await place(scene, 4_000, 'move_out');
    await settleAll(bank);
    const done = await rowOf(bank, id);
    expect(done.status).toBe('done');
    await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '-1040.00', reason: 'Saque' });
    const before = await scene.balances();
    const failed = { ...FAILED, at: { ...at, providerId: done.providerId ?? '' } };
    expect(await concludeOrder(bank, id, failed)).toBe('conflict');
    expect(await rowOf(bank, id)).toEqual(done);
    expect(await scene.balances()).toEqual(before);
    expect(bank.logged.join('\n')).toContain('an order was returned after its money had been spent');
  });

  test('any other refusal while giving money back is an error', async ({ scene, bank }) => {
    const id = await place(scene, 4_000);
    await bank.db.transaction((tx) => undo(tx, id, 'Teste', bank.clock.now()));
    expect(await codeOf(concludeOrder(bank, id, FAILED))).toBe('ALREADY_REVERSED');
  });
});
