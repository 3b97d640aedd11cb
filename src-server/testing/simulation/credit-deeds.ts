import { toDecimal } from '#domain/money';
import { codeSentTo } from '#server/contract/testing/code';
import type { Idea } from './deeds.ts';
import { callAs, type World } from './world.ts';

const propose: Idea = (world, key) => {
  const { user } = world.random.pick(world.people) as World['people'][number];
  const amount = toDecimal(world.random.between(50_000, 500_000));
  const termMonths = world.random.between(2, 12);
  const input = { amount, termMonths, purpose: 'Reforma da casa', idempotencyKey: key };
  return {
    name: `ask for a credit of ${amount} in ${termMonths} months`,
    key,
    ask: async () => void (await callAs(world, user).credit.proposals.create(input)),
  };
};

const decide: Idea = async (world) => {
  const { proposals } = await callAs(world, world.admin).credit.proposals.list({ status: 'undecided' });
  const found = world.random.pick(proposals);
  if (!found) return null;
  const isApproved = world.random.happens(0.8);
  return {
    name: isApproved ? 'approve a credit' : 'reject a credit',
    ask: async () => {
      const { approve, reject } = callAs(world, world.admin).credit.proposals;
      if (isApproved) await approve({ id: found.id });
      else await reject({ id: found.id, reason: 'Renda comprometida' });
      return undefined;
    },
  };
};

const sign: Idea = async (world) => {
  for (const { user } of world.people) {
    const [open] = (await callAs(world, user).contract.list()).filter(
      ({ status }) => status === 'pending_signature',
    );
    if (!open) continue;
    return {
      name: 'sign a contract',
      ask: async () => {
        const { contract } = callAs(world, user);
        await contract.requestOtp({ id: open.id });
        const otpCode = await codeSentTo(world.bank, `${user.id}@correio.example`);
        await contract.sign({ id: open.id, otpCode });
        return undefined;
      },
    };
  }
  return null;
};

const payInstalment: Idea = async (world, key) => {
  const { user } = world.random.pick(world.people) as World['people'][number];
  const { schedules } = await callAs(world, user).credit.schedules({});
  const open = schedules.filter(({ isPaid }) => !isPaid);
  const [next] = open;
  if (!next) return null;
  const ids = open.slice(0, world.random.between(2, 4)).map(({ id }) => id);
  const isOne = world.random.happens(0.6);
  return {
    name: isOne ? 'pay an instalment' : `pay ${ids.length} instalments`,
    key,
    ask: async () => {
      const { payInstallment, payInstallments } = callAs(world, user).credit;
      if (isOne) await payInstallment({ id: next.id, idempotencyKey: key });
      else await payInstallments({ ids, idempotencyKey: key });
      return undefined;
    },
  };
};

export const creditDeeds: readonly [share: number, idea: Idea][] = [
  [6, propose],
  [6, decide],
  [8, sign],
  [6, payInstalment],
];
