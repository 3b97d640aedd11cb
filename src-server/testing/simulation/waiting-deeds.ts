import { toDecimal } from '#domain/money';
import type { Idea } from './deeds.ts';
import { callAs, type Person, payerOf, type World } from './world.ts';

const REASON = 'Conferido por telefone';

const cautious = ({ random, people }: World): Person =>
  random.pick(people.filter(({ isCautious }) => isCautious)) as Person;

/** Enough to wait ten minutes where the payee is new, or for an administrator where it is most of the balance. */
const payMuch: Idea = (world, key) => {
  const from = cautious(world);
  const { accountNumber } = world.random.pick(world.people) as Person;
  const amountCents = world.random.between(50_001, 500_000);
  const input = { accountNumber, amount: toDecimal(amountCents), description: 'Sofá', idempotencyKey: key };
  return {
    name: `much, ${input.amount}, by somebody cautious`,
    key,
    ask: async () => {
      const { id } = await payerOf(world, from).account.transfer(input);
      return { transactionId: id, amountCents };
    },
  };
};

const undo: Idea = async (world) => {
  const person = cautious(world);
  const { payments } = await callAs(world, person.user).account.waiting.list();
  const payment = world.random.pick(payments);
  if (!payment) return null;
  return {
    name: `undo ${payment.amount}`,
    ask: async () => void (await callAs(world, person.user).account.waiting.undo({ id: payment.id })),
  };
};

const review: Idea = async (world) => {
  const { reviews } = await callAs(world, world.admin).admin.reviews.list({ state: 'pending' });
  const waiting = world.random.pick(reviews);
  if (!waiting) return null;
  const decision = world.random.happens(0.6) ? 'approved' : 'refused';
  return {
    name: `a payment of ${waiting.amount} is ${decision}`,
    ask: async () => {
      await callAs(world, world.admin).admin.reviews.decide({ id: waiting.id, decision, reason: REASON });
      return undefined;
    },
  };
};

const freezeOwn: Idea = (world) => {
  const { user } = cautious(world);
  return {
    name: 'freeze the own account',
    ask: async () => void (await callAs(world, user).auth.freeze()),
  };
};

const unfreeze: Idea = (world) => {
  const { id } = cautious(world).user;
  return {
    name: 'unfreeze for the owner',
    ask: async () => void (await callAs(world, world.admin).admin.users.unfreeze({ id, reason: REASON })),
  };
};

export const waitingDeeds: readonly [share: number, idea: Idea][] = [
  [8, payMuch],
  [3, undo],
  [4, review],
  [1, freezeOwn],
  [4, unfreeze],
];
