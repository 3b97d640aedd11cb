import { toDecimal } from '#domain/money';
import type { Idea } from './deeds.ts';
import { callAs, type World } from './world.ts';

const REASON = 'Pedido do titular';
const asAdmin = (world: World) => callAs(world, world.admin);
const somebody = ({ random, people }: World) => random.pick(people) as World['people'][number];

const adjust: Idea = (world, key) => {
  const { accountId } = somebody(world);
  const amountCents = world.random.between(1, 300_000) * (world.random.happens(0.7) ? 1 : -1);
  const input = { id: accountId, amount: toDecimal(amountCents), reason: REASON, idempotencyKey: key };
  return {
    name: `adjust by ${input.amount}`,
    key,
    ask: async () => {
      const { transactionId } = await asAdmin(world).admin.accounts.adjust(input);
      return { transactionId, amountCents: Math.abs(amountCents) };
    },
  };
};

const freezeOrNot: Idea = (world) => {
  const { accountId: id } = somebody(world);
  // Freezes less often than it unfreezes: a bank where nobody can act proves nothing.
  const isFrozen = world.random.happens(0.3);
  return {
    name: isFrozen ? 'freeze an account' : 'unfreeze an account',
    ask: async () => {
      const { freeze, unfreeze } = asAdmin(world).admin.accounts;
      await (isFrozen ? freeze : unfreeze)({ id, reason: REASON });
      return undefined;
    },
  };
};

const reverse: Idea = async (world) => {
  const { entries } = await callAs(world, somebody(world).user).account.ledger({});
  const entry = world.random.pick(entries);
  if (!entry) return null;
  return {
    name: `reverse a ${entry.type}`,
    ask: async () =>
      void (await asAdmin(world).admin.transactions.reverse({ id: entry.transactionId, reason: REASON })),
  };
};

const offer: Idea = (world) => {
  const termDays = world.random.between(10, 200);
  const product = {
    name: `CDB ${termDays} dias`,
    description: 'Renda fixa',
    minAmount: '1.00',
    annualRate: toDecimal(world.random.between(100, 1_500)),
    termDays,
  };
  return {
    name: `offer a product of ${termDays} days`,
    ask: async () => void (await asAdmin(world).investment.products.create(product)),
  };
};

const collect: Idea = async (world) => {
  const { operations } = await asAdmin(world).credit.operations.list({});
  const late = world.random.pick(operations.filter(({ overdueInstallments }) => overdueInstallments > 0));
  if (!late) return null;
  const isMail = world.random.happens(0.7);
  return {
    name: isMail ? 'write to somebody who is late' : 'negativate a credit',
    ask: async () => {
      const { sendEmail, negativate } = asAdmin(world).credit.operations;
      await (isMail ? sendEmail : negativate)({ id: late.id });
      return undefined;
    },
  };
};

const reconcile: Idea = (world) => ({
  name: 'reconcile',
  ask: async () => void (await asAdmin(world).admin.ledger.reconcile()),
});

export const adminDeeds: readonly [share: number, idea: Idea][] = [
  [6, adjust],
  [3, freezeOrNot],
  [3, reverse],
  [2, offer],
  [2, collect],
  [1, reconcile],
];
