/** @module-tag prove */
import { test as base, describe, expect } from 'vitest';
import { addDays, bankDate, formatDay } from '#domain/date';
import { PROVIDER_CHECKS } from '#domain/pix/comparison';
import { balanceOf } from '#server/ledger/statement';
import { queriesDuring } from '#server/testing/queries-during';
import { rowOf, settleAll } from '../orders/testing/order-scene.ts';
import { callsOf } from '../testing/provider-calls.ts';
import { receiveMany } from '../testing/receive-many.ts';
import { activate, cpfOf, externalRow, makeNeighbours, pixScene } from '../testing/scene.ts';
import { compare } from './compare.ts';

const DAY_SECONDS = 86_400;

const test = base.extend('scene', () => pixScene());

/** Moves into Ana's account, which the bank's own pays. */
async function moving({ bank, simulator, ana, admin }: Awaited<ReturnType<typeof pixScene>>) {
  const { store } = simulator.simulator;
  await activate({ bank, simulator }, ana);
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '500.00', reason: 'Depósito' });
  const move = async (amount: string) => {
    const { id } = await ana.call.pix.move({ direction: 'in', amount });
    const sent = store.get('transfer', (await rowOf(bank, id)).providerId ?? '');
    if (!sent) throw new Error('the provider lacks the transfer');
    return sent;
  };
  return { store, move };
}

const { orders: ORDERS, unknown: UNKNOWN } = PROVIDER_CHECKS;

const partial = ({ checks }: Awaited<ReturnType<typeof compare>>) =>
  checks.filter(({ isPartial }) => isPartial).map(({ name }) => name);

describe('a customer with very many payments', () => {
  test('is compared in few queries once they are booked and taken back, a few in each turn', {
    tags: ['prove'],
  }, async ({ scene }) => {
    const { bank, simulator, ana } = scene;
    await activate(scene, ana);
    receiveMany(simulator, '52998224725', 1_200);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 1_200 });
    for (const { id } of simulator.simulator.store.list('payment').slice(0, 250))
      await simulator.control('POST', '/simulator/return', { id });
    const { differences, repairs } = await compare(bank);
    expect([differences.length, repairs.length]).toEqual([0, 250]);
    const cost = await queriesDuring(bank, async () => {
      const { checks, ...found } = await compare(bank, { days: null });
      expect(found).toMatchObject({ differences: [], repairs: [] });
      expect(checks).toContainEqual({ name: PROVIDER_CHECKS.incoming, ok: true, count: 950 });
    });
    expect(cost.queries).toBeLessThan(150);
    expect(cost.mostAtOnce).toBeLessThan(15);
  });

  test('is asked for none of what came back, which the list has told', async ({ scene }) => {
    const { bank, simulator, ana, admin } = scene;
    await activate(scene, ana);
    await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '500.00', reason: 'Depósito' });
    await ana.call.pix.move({ direction: 'in', amount: '500.00' });
    const { id } = await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '100.00' });
    await simulator.settle();
    await settleAll(bank);
    const { providerId } = await rowOf(bank, id);
    const calls = () => callsOf(bank, () => compare(bank));
    const before = await calls();
    const comeBack = () => simulator.control('POST', '/simulator/return', { id: providerId, value: 0.01 });
    for (let made = 0; made < 200; made += 1) await comeBack();
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 200 });
    // A second page of the list.
    expect(await calls()).toBe(before + 1);
  });

  test('are compared at the bank’s own account from the newest on, within its calls', async ({ scene }) => {
    const { bank, simulator } = scene;
    const { store, move } = await moving(scene);
    const old = await move('10.00');
    bank.clock.passSeconds(2 * DAY_SECONDS);
    await simulator.control('POST', '/simulator/clock', { at: bank.clock.real().toISOString() });
    const today = bankDate(bank.clock.real());
    const listed = (count: number, daysAgo: number) => {
      const day = addDays(today, -daysAgo);
      for (let made = 0; made < count; made += 1) {
        const id = `${daysAgo}-${made}`;
        const own = { accountId: old.accountId, reference: id, day };
        store.insert('transfer', id, { ...old, id, externalReference: id, dateCreated: day }, own);
      }
    };
    const calls = (rootCalls: number) => callsOf(bank, async () => void (await compare(bank, { rootCalls })));
    const few = await calls(100);
    store.remove('transfer', old.id);
    listed(300, 2);
    listed(100, 1);
    const recent = await move('20.00');
    store.update('transfer', recent.id, { amountCents: 1 });
    // Twelve pages of ten, and what the other order is asked about.
    expect(await calls(16)).toBeLessThanOrEqual(few + 13);
    const found = await compare(bank, { rootCalls: 16 });
    const ofOrders = found.differences.filter(({ check }) => check === ORDERS);
    expect(ofOrders.map(({ about }) => about)).toEqual([
      'Conta do banco no provedor',
      `Pedido ${recent.externalReference}`,
    ]);
    expect(ofOrders[0]?.text).toContain(`antes de ${formatDay(today)} não foram comparados`);
    expect(found.differences).toContainEqual({ ...ofOrders[0], check: UNKNOWN });
    // Otherwise all later comparisons would go further back.
    expect(partial(found)).toEqual([]);
    expect(partial(await compare(bank, { rootCalls: 16, byHand: true }))).toEqual([ORDERS, UNKNOWN]);
  });

  test('are not verified by hand when the calls end among single orders', async ({ scene }) => {
    const { bank } = scene;
    const { store, move } = await moving(scene);
    for (const amount of ['10.00', '20.00', '30.00', '40.00'])
      store.remove('transfer', (await move(amount)).id);
    const found = await compare(bank, { rootCalls: 8 });
    expect(found.differences).toContainEqual({
      check: UNKNOWN,
      about: 'Conta do banco no provedor',
      text: expect.stringContaining('mais de 8 consultas'),
    });
    expect(partial(found)).toEqual([]);
    expect(partial(await compare(bank, { rootCalls: 8, byHand: true }))).toEqual([ORDERS, UNKNOWN]);
  });

  test('is named as not compared beyond the calls of one account, and the next one is compared', async ({
    scene,
  }) => {
    const { bank, simulator } = scene;
    const [many, next] = await makeNeighbours(scene, 2);
    receiveMany(simulator, cpfOf(0), 700);
    receiveMany(simulator, cpfOf(1), 1);
    const { booked, checks, differences } = await compare(bank, { maxCalls: 12 });
    expect(booked).toBe(1);
    // Otherwise all later comparisons would go further back.
    expect(checks.filter(({ ok }) => ok === null)).toEqual([]);
    expect(differences).toEqual(
      (['incoming', 'balances'] as const).map((check) => ({
        check: PROVIDER_CHECKS[check],
        about: `Pessoa ${many?.user.id}`,
        text: expect.stringMatching(/mais de 12 consultas/),
      })),
    );
    expect(await balanceOf(bank.db, (await externalRow(bank, next?.user.id ?? '')).accountId ?? '')).toBe(1);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 700 });
  });
});
