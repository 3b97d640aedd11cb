import { eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { findExternal } from '#server/onboarding/external-account';
import { activate, type Customer, pixScene } from '#server/payments/testing/scene';
import type { TestBank } from '#server/testing/test-bank';
import { settleOrders } from '../order-worker.ts';
import { placeOrder } from '../place-order.ts';

type SceneOptions = Parameters<typeof pixScene>[0];

/** Ana and Bruno with approved external accounts; Ana has 1000.00 in checking and 500.00 in the external one. */
export async function orderScene(options: SceneOptions = {}) {
  const scene = await pixScene(options);
  const { bank, ana, bruno, admin } = scene;
  for (const customer of [ana, bruno]) await activate(scene, customer);
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '1500.00', reason: 'Depósito' });
  const moved = await ana.call.pix.move({ direction: 'in', amount: '500.00' });
  expect(moved.status).toBe('done');
  const externalOf = async ({ user }: Customer) => {
    const external = await findExternal(bank.db, user.id);
    if (!external?.accountId) throw new Error(`user ${user.id} has no external account`);
    return external.accountId;
  };
  return {
    ...scene,
    external: await externalOf(ana),
    balances: async () => ({
      checking: await balanceOf(bank.db, ana.accountId),
      external: await balanceOf(bank.db, await externalOf(ana)),
      clearing: await balanceOf(bank.db, await bankAccountId(bank.db, 'provider_clearing')),
      cash: await balanceOf(bank.db, await bankAccountId(bank.db, 'provider_cash')),
    }),
  };
}

/** Advances time until no order is open, as the worker would; fails after `maxRounds`. */
export async function settleAll(bank: TestBank, maxRounds = 200): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    await settleOrders(bank);
    if ((await openOf(bank)).length === 0) return;
    bank.clock.passSeconds(30);
  }
  throw new Error(`open orders left after ${maxRounds} rounds`);
}

const openOf = ({ db }: TestBank) => {
  const { paymentOrders } = db.tables;
  return db
    .select()
    .from(paymentOrders)
    .where(inArray(paymentOrders.status, [...OPEN_ORDER_STATUSES]));
};

export async function expectClearing(bank: TestBank): Promise<void> {
  const open = await openOf(bank);
  const inFlight = open.reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'provider_clearing'))).toBe(inFlight);
}

export async function rowOf({ db }: TestBank, id: string) {
  const { paymentOrders } = db.tables;
  const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.transactionId, id));
  if (!row) throw new Error(`order ${id} not found`);
  return row;
}

export function atProvider(
  { simulator }: Awaited<ReturnType<typeof pixScene>>,
  reference: string,
): { status: string; amountCents: number }[] {
  const { store } = simulator.simulator;
  const codes = store.list('pixDebit').filter(({ description }) => description?.endsWith(reference));
  return [...store.list('transfer', { reference }), ...store.list('bill', { reference }), ...codes];
}

const MARIA = { target: 'maria@correio.example', targetType: 'EMAIL', payeeName: 'Maria Luz' } as const;

type Scene = Pick<Awaited<ReturnType<typeof orderScene>>, 'bank' | 'ana' | 'external'>;

/** Places a PIX or move without sending it, as if the process had died. */
export const place = (
  { bank, ana, external }: Scene,
  amountCents: number,
  kind: 'pix' | 'move_out' = 'pix',
  target: string = MARIA.target,
): Promise<string> =>
  bank.db.transaction(async (tx) => {
    const id = await placeOrder(
      tx,
      { ...bank, user: ana.user },
      {
        kind,
        amountCents,
        description: 'Aluguel',
        fromAccountId: external,
        ...(kind === 'pix' && { ...MARIA, target }),
      },
    );
    await record(tx, systemActor(bank), { action: 'pix_transfer', entityType: 'transaction', entityId: id });
    return id;
  });
