import { and, eq } from 'drizzle-orm';
import { toDecimal } from '#domain/money';
import { bankBoleto } from '#server/payments/testing/payments-sent';
import type { Idea } from './deeds.ts';
import { callAs, type Person, payerOf, type World } from './world.ts';

const REASON = 'Conferido por telefone';

const withPix = ({ random, people }: World): Person =>
  random.pick(people.filter(({ pixKey }) => pixKey !== null)) as Person;
const cautious = ({ random, people }: World): Person =>
  random.pick(people.filter(({ pixKey, isCautious }) => pixKey !== null && isCautious)) as Person;
const holderOf = ({ people }: World, userId: string): Person =>
  people.find(({ user }) => user.id === userId) as Person;

/** Above what a new payee gets at once: it waits ten minutes, or for an administrator. */
const muchOf = ({ random }: World): number => random.between(50_001, 200_000);

const payMuch: Idea = (world, key) => {
  const from = cautious(world);
  const amountCents = muchOf(world);
  const amount = toDecimal(amountCents);
  const pixKey = `${world.random.happens(0.1) ? 'fails' : 'nova'}@fora${world.tally.deeds}.example`;
  return {
    name: `much PIX, ${amount}, to ${pixKey}`,
    ask: async () => {
      const asked = { pixKey, amount, description: 'Sofá', idempotencyKey: key };
      const { id } = await payerOf(world, from).pix.transfer(asked);
      return { transactionId: id, amountCents };
    },
  };
};

const payMuchBoleto: Idea = (world, key) => {
  const from = cautious(world);
  const amountCents = muchOf(world);
  const { line } = bankBoleto(amountCents, world.today, world.tally.deeds);
  return {
    name: `much boleto of ${amountCents} cents`,
    ask: async () => {
      const { id } = await payerOf(world, from).account.boleto.pay({ line, idempotencyKey: key });
      return { transactionId: id, amountCents };
    },
  };
};

const giveBack: Idea = async (world, key) => {
  const rows = await world.db.select().from(world.db.tables.incomingPayments);
  const received = world.random.pick(rows.filter(({ isReturn }) => !isReturn));
  if (!received) return null;
  const { userId, transactionId: id } = received;
  const isWhole = world.random.happens(0.2);
  const amountCents = isWhole ? received.amountCents : world.random.between(1, received.amountCents);
  const amount = toDecimal(amountCents);
  return {
    name: `give back ${amount} of ${toDecimal(received.amountCents)}`,
    ask: async () => {
      const asked = { id, amount, reason: 'wrong_amount' as const, idempotencyKey: key };
      const { id: transactionId } = await payerOf(world, holderOf(world, userId)).pix.giveBack(asked);
      return { transactionId, amountCents };
    },
  };
};

const boletoComesBack: Idea = ({ simulator, random }) => {
  const paid = simulator.simulator.store.list('bill').filter(({ status }) => status === 'PAID');
  const bill = random.pick(paid);
  if (!bill) return null;
  return {
    name: `a boleto of ${bill.amountCents} cents comes back`,
    ask: async () => void (await simulator.control('POST', '/simulator/return', { id: bill.id })),
  };
};

const activate: Idea = (world) => {
  const { id } = withPix(world).user;
  return {
    name: 'activate somebody',
    ask: async () => {
      await callAs(world, world.admin).admin.users.activate({ id, reason: REASON });
      return undefined;
    },
  };
};

/** What arrives for them is held. */
const payDeactivated: Idea = async (world) => {
  const { user, pixKey } = withPix(world);
  const { users } = world.db.tables;
  const isActive = (await world.db.$count(users, and(eq(users.id, user.id), eq(users.isActive, true)))) > 0;
  const value = toDecimal(world.random.between(100, 20_000));
  return {
    name: `deactivate somebody, for whom a PIX of ${value} arrives`,
    ask: async () => {
      if (isActive) await callAs(world, world.admin).admin.users.deactivate({ id: user.id, reason: REASON });
      await world.simulator.control('POST', '/simulator/receive', {
        addressKey: pixKey,
        value: Number(value),
      });
      return undefined;
    },
  };
};

const decideHeld: Idea = async (world) => {
  const { payments } = await callAs(world, world.admin).admin.held.list({});
  const held = world.random.pick(payments.filter(({ status }) => status === 'held'));
  if (!held) return null;
  const isReleased = world.random.happens(0.5);
  return {
    name: `${isReleased ? 'release' : 'return'} a held PIX of ${held.amount}`,
    ask: async () => {
      const { release, return: sendBack } = callAs(world, world.admin).admin.held;
      await (isReleased ? release : sendBack)({ id: held.id, reason: REASON });
      return undefined;
    },
  };
};

const charge: Idea = (world, key) => {
  const { user } = withPix(world);
  const amount = toDecimal(world.random.between(100, 50_000));
  return {
    name: `charge ${amount}`,
    ask: async () => {
      await callAs(world, user).charge.create({ amount, description: 'Bolo', idempotencyKey: key });
      return undefined;
    },
  };
};

/** `late`: read while it could be paid, so that the payment arrives although the charge is over. */
const payCharge: Idea = async ({ db, random, simulator }) => {
  const rows = await db.select().from(db.tables.charges);
  const made = random.pick(rows.filter(({ payload }) => payload !== null));
  if (!made) return null;
  const late = random.happens(0.3);
  return {
    name: `somebody pays a charge that is ${made.status}`,
    ask: async () => {
      await simulator.control('POST', '/simulator/receive', { payload: made.payload, late });
      return undefined;
    },
  };
};

const cancelCharge: Idea = async (world) => {
  const rows = await world.db.select().from(world.db.tables.charges);
  const open = world.random.pick(rows.filter(({ concludedAt }) => concludedAt === null));
  if (!open) return null;
  const { user } = holderOf(world, open.userId);
  return {
    name: 'cancel a charge',
    ask: async () => void (await callAs(world, user).charge.cancel({ id: open.id })),
  };
};

export const providerDeeds: readonly [share: number, idea: Idea][] = [
  [5, payMuch],
  [4, payMuchBoleto],
  [4, giveBack],
  [2, boletoComesBack],
  [3, activate],
  [3, payDeactivated],
  [8, decideHeld],
  [3, charge],
  [3, payCharge],
  [2, cancelCharge],
];
