import { toDecimal } from '#domain/money';
import { balanceOf } from '#server/ledger/statement';
import { findExternal } from '#server/onboarding/external-account';
import { bankBoleto } from '#server/payments/testing/payments-sent';
import { adminDeeds } from './admin-deeds.ts';
import { creditDeeds } from './credit-deeds.ts';
import { providerDeeds } from './provider-deeds.ts';
import { waitingDeeds } from './waiting-deeds.ts';
import { type Acknowledged, callAs, type Person, payerOf, type World } from './world.ts';

/** A request to the bank. `ask` is repeated if the process died. `key`: if refused, no movement may have this key. */
export type Deed = {
  name: string;
  key?: string;
  ask: () => Promise<Acknowledged | undefined>;
};

/** Derives a request from the world's state; null if none is possible. */
export type Idea = (world: World, key: string) => Promise<Deed | null> | Deed | null;

const anybody = ({ random, people }: World): Person => random.pick(people) as Person;
const withPix = ({ random, people }: World): Person =>
  random.pick(people.filter(({ pixKey }) => pixKey !== null)) as Person;

/** Mostly small, at times above the balance. */
const amountOf = ({ random }: World): { amountCents: number; amount: string } => {
  const amountCents = random.happens(0.05) ? random.between(500_000, 5_000_000) : random.between(1, 60_000);
  return { amountCents, amount: toDecimal(amountCents) };
};

const transfer: Idea = (world, key) => {
  const [from, to] = [anybody(world), anybody(world)];
  const { amount, amountCents } = amountOf(world);
  const { accountNumber } = to;
  const input = { accountNumber, amount, description: 'Transferência', idempotencyKey: key };
  return {
    name: `transfer ${amount}`,
    key,
    ask: async () => {
      const { id } = await payerOf(world, from).account.transfer(input);
      return { transactionId: id, amountCents };
    },
  };
};

/** Acknowledged even if the order fails: its transaction stays in the ledger and is reversed. */
const pixOut: Idea = (world, key) => {
  const from = withPix(world);
  const { amount, amountCents } = amountOf(world);
  const outside = `${world.random.happens(0.2) ? 'fails' : 'pessoa'}@fora.example`;
  const pixKey = world.random.happens(0.3) ? (withPix(world).pixKey ?? outside) : outside;
  return {
    name: `PIX ${amount} to ${pixKey}`,
    ask: async () => {
      const { id } = await payerOf(world, from).pix.transfer({ pixKey, amount, idempotencyKey: key });
      return { transactionId: id, amountCents };
    },
  };
};

const move: Idea = (world, key) => {
  const person = withPix(world);
  const { amount, amountCents } = amountOf(world);
  const direction = world.random.happens(0.5) ? 'in' : 'out';
  return {
    name: `move ${direction} ${amount}`,
    ask: async () => {
      const { id } = await callAs(world, person.user).pix.move({ direction, amount, idempotencyKey: key });
      return { transactionId: id, amountCents };
    },
  };
};

const payBoleto: Idea = (world, key) => {
  const person = withPix(world);
  const { amountCents } = amountOf(world);
  const { line } = bankBoleto(amountCents, world.today, world.tally.deeds);
  return {
    name: `boleto of ${amountCents} cents`,
    ask: async () => {
      const { id } = await payerOf(world, person).account.boleto.pay({ line, idempotencyKey: key });
      return { transactionId: id, amountCents };
    },
  };
};

/** Pays more than one account has, and at most what both have. The cover's transaction acknowledges it. */
const payCovered: Idea = async (world, key) => {
  const person = withPix(world);
  const external = await findExternal(world.db, person.user.id);
  const [here, there] = [
    await balanceOf(world.db, person.accountId),
    await balanceOf(world.db, external?.accountId ?? ''),
  ];
  if (there < 100) return null;
  const coverCents = world.random.between(1, there);
  const amountCents = here + coverCents;
  const payment = world.random.happens(0.5)
    ? {
        transfer: {
          accountNumber: anybody(world).accountNumber,
          amount: toDecimal(amountCents),
          description: 'Aluguel',
        },
      }
    : {
        boleto: {
          line: bankBoleto(amountCents, world.today, world.tally.deeds).line,
          amount: toDecimal(amountCents),
        },
      };
  return {
    name: `pay ${amountCents} cents, ${coverCents} of them covered`,
    ask: async () => {
      const input = { cover: toDecimal(coverCents), ...payment, idempotencyKey: key };
      const { id } = await payerOf(world, person).account.cover.pay(input);
      return id === null ? undefined : { transactionId: id, amountCents: coverCents };
    },
  };
};

const pixIn: Idea = ({ simulator, random, people }) => {
  const addressKey = random.pick(people.filter(({ pixKey }) => pixKey !== null))?.pixKey;
  const value = random.between(100, 80_000) / 100;
  const isSentBack = random.happens(0.1);
  return {
    name: `PIX of ${value} from outside${isSentBack ? ', sent back' : ''}`,
    ask: async () => {
      const { body } = await simulator.control('POST', '/simulator/receive', { addressKey, value });
      if (isSentBack) await simulator.control('POST', '/simulator/return', { id: body.id });
      return undefined;
    },
  };
};

const invest: Idea = async (world, key) => {
  const { user } = anybody(world);
  const products = await callAs(world, user).investment.products.list();
  const product = world.random.pick(products);
  if (!product) return null;
  const { amount } = amountOf(world);
  return {
    name: `invest ${amount}`,
    key,
    ask: async () => {
      await callAs(world, user).investment.create({ productId: product.id, amount, idempotencyKey: key });
      return undefined;
    },
  };
};

const redeem: Idea = async (world, key) => {
  const { user } = anybody(world);
  const { investments } = await callAs(world, user).investment.list();
  const open = world.random.pick(investments.filter(({ status }) => status === 'active'));
  if (!open) return null;
  return {
    name: 'redeem',
    key,
    ask: async () => {
      await callAs(world, user).investment.redeem({ id: open.id, idempotencyKey: key });
      return undefined;
    },
  };
};

const IDEAS: readonly [share: number, idea: Idea][] = [
  [24, transfer],
  [10, pixOut],
  [6, pixIn],
  [6, move],
  [5, payBoleto],
  [6, payCovered],
  [8, invest],
  [4, redeem],
  ...waitingDeeds,
  ...creditDeeds,
  ...adminDeeds,
  ...providerDeeds,
];

const SUM = IDEAS.reduce((sum, [share]) => sum + share, 0);

export async function nextDeed(world: World): Promise<Deed | null> {
  let place = world.random.below(SUM);
  const [, idea] = IDEAS.find(([share]) => {
    place -= share;
    return place < 0;
  }) as (typeof IDEAS)[number];
  return idea(world, `seed-${world.seed}-deed-${world.tally.deeds}`);
}
