/** @module-tag postgresInCi */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { pieceInTurn, turnOfNetwork, turnOfReader } from '#server/kernel/in-turn';
import { test } from '#server/testing/bank-test';
import { REQUEST } from '#server/testing/matrix-access';
import { callerOf } from '#server/testing/people';
import { refusalOf } from '#server/testing/refusal-of';
import { turnsDuring } from '#server/testing/turns-during';
import { fill } from './testing/fill.ts';

test('searches of a statement are counted by customer, and pages without a filter are not', async ({
  setup,
}) => {
  const { bank, ana, bruno } = setup;
  await countAttempt(bank, 'statementSearch', ana.user.id, ATTEMPT_LIMITS.statementSearch.max - 3);
  for (const filter of [{ q: 'zz' }, { type: 'fee' }, { direction: 'out' }] as const)
    expect((await ana.call.account.ledger(filter)).entries).toEqual([]);
  expect(await refusalOf(ana.call.account.ledger({ q: 'zz' }))).toMatchObject({
    status: 429,
    code: 'TOO_MANY_ATTEMPTS',
  });
  expect((await ana.call.account.ledger({ from: '2020-01-01' })).entries).toHaveLength(1);
  expect((await bruno.call.account.ledger({ q: 'zz' })).entries).toEqual([]);
  bank.clock.passSeconds(61);
  expect((await ana.call.account.ledger({ q: 'zz' })).entries).toEqual([]);
});

test('a page of a search reads 2,000 entries, yielding to the event loop ten times, and the next page continues from there', async ({
  setup,
}) => {
  await fill(setup, 2_300);
  let cursor: string | undefined;
  let pages = 0;
  const search = async () => {
    const page = await setup.ana.call.account.ledger({ q: 'depósito inicial', cursor });
    cursor = page.nextCursor ?? undefined;
    return page.entries.length;
  };
  do {
    pages += 1;
    let found = -1;
    const turns = await turnsDuring(
      search().then((count) => {
        found = count;
      }),
    );
    expect(turns).toBeGreaterThanOrEqual(pages === 1 ? 9 : 1);
    expect(found).toBe(pages === 1 ? 0 : 1);
  } while (cursor !== undefined);
  expect(pages).toBe(2);
});

test('the balances of many days take as many queries as those of one day', async ({ setup }) => {
  const { bank, ana } = setup;
  for (let day = 10; day < 30; day += 1) {
    bank.clock.set(`2027-01-${day}T12:00:00-03:00`);
    await fill(setup, 1);
  }
  const queriesFor = async (limit: number) => {
    const asked = vi.spyOn(bank.db, 'prepared');
    const { dayBalances = [] } = await ana.call.account.ledger({ limit, withDayBalances: true });
    expect(dayBalances).toHaveLength(limit);
    const { length } = asked.mock.calls;
    asked.mockRestore();
    return length;
  };
  expect(await queriesFor(20)).toBe(await queriesFor(1));
});

test('statements of one customer are read one at a time, and other customers do not wait', async ({
  setup,
}) => {
  const { ana, bruno } = setup;
  let goOn = () => {};
  const held = turnOfReader({ user: ana.user, request: REQUEST })(
    () => new Promise<void>((done) => (goOn = done)),
  );
  let answered = 0;
  const asked = Array.from({ length: 10 }, async (_, index) => {
    const page = await ana.call.account.ledger(index % 2 ? {} : { q: 'inicial' });
    answered += 1;
    return page.entries.length;
  });
  expect((await bruno.call.account.ledger({})).entries).toEqual([]);
  for (let turn = 0; turn < 200; turn += 1) await nextTurn();
  expect(answered).toBe(0);
  goOn();
  await held;
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 10 }, () => 1));
});

test('reviews and calendars of one customer are made one at a time, and other customers do not wait', async ({
  setup,
}) => {
  const { ana, bruno } = setup;
  let goOn = () => {};
  const held = turnOfReader({ user: ana.user, request: REQUEST })(
    () => new Promise<void>((done) => (goOn = done)),
  );
  let answered = 0;
  const asked = [ana.call.account.monthReview({}), ana.call.account.calendar()].map((call) =>
    call.then(() => {
      answered += 1;
    }),
  );
  await Promise.all([bruno.call.account.monthReview({}), bruno.call.account.calendar()]);
  for (let turn = 0; turn < 200; turn += 1) await nextTurn();
  expect(answered).toBe(0);
  goOn();
  await Promise.all([held, ...asked]);
});

type Call = ReturnType<typeof callerOf>;

test.for<[what: string, read: (call: Call) => Promise<unknown>]>([
  ['a search', ({ account }) => account.ledger({ q: 'inicial' })],
  ['a total', ({ account }) => account.statementTotal({})],
  ['a review', ({ account }) => account.monthReview({})],
  ['a summary', ({ account }) => account.monthSummary({})],
  ['a simulation', ({ credit }) => credit.simulate({ amount: '5000.00', termMonths: 12 })],
])(
  '%s waits for what others of its network read, and not for other networks',
  async ([_what, read], { setup: { bank, ana, bruno } }) => {
    let goOn = () => {};
    const held = turnOfNetwork({ request: REQUEST })(() => new Promise<void>((done) => (goOn = done)));
    let isAnswered = false;
    const asked = read(ana.call).then(() => {
      isAnswered = true;
    });
    await read(callerOf(bank, bruno.user, { request: { ...REQUEST, ip: '198.51.100.1' } }));
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    expect(isAnswered).toBe(false);
    goOn();
    await Promise.all([held, asked]);
  },
);

test.for<[what: string, read: (call: Call) => Promise<unknown>]>([
  ['a page of the statement', ({ account }) => account.ledger({})],
  ['a total', ({ account }) => account.statementTotal({})],
  ['a review', ({ account }) => account.monthReview({})],
  ['a summary', ({ account }) => account.monthSummary({})],
  ['a simulation', ({ credit }) => credit.simulate({ amount: '5000.00', termMonths: 12 })],
  ['a calendar', ({ account }) => account.calendar()],
  ['the list of investments', ({ investment }) => investment.list({})],
  ['the list of charges', ({ charge }) => charge.list({})],
])(
  '%s does not wait for the files that somebody with a copy of its cookie reads in another network',
  async ([_what, read], { setup: { ana } }) => {
    let goOn = () => {};
    const elsewhere = { user: ana.user, request: { ip: '198.51.100.1' } };
    const held = pieceInTurn(elsewhere, () => new Promise<void>((done) => (goOn = done)));
    const others = Array.from({ length: 20 }, () => pieceInTurn(elsewhere, async () => {}));
    const answered = await Promise.race([read(ana.call).then(() => true), sleep(20_000, false)]);
    goOn();
    await Promise.all([held, ...others]);
    expect(answered).toBe(true);
  },
);

test('a total counts once, and once more for each 2,000 entries', async ({ setup }) => {
  const { bank, ana } = setup;
  await fill(setup, 4_000);
  await countAttempt(bank, 'statementSearch', ana.user.id, ATTEMPT_LIMITS.statementSearch.max - 3);
  await ana.call.account.statementTotal({});
  expect(await refusalOf(ana.call.account.ledger({ q: 'zz' }))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
});
