/** @module-tag prove */
import { describe, expect, test } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { testEngine } from '#db/testing/test-db';
import { addMonths } from '#domain/calendar';
import { addDays } from '#domain/date';
import { parseDecimal } from '#domain/money';
import { Refusal } from '#domain/refusal';
import { runDueDays } from '#server/jobs/daily-run';
import { settleOrders } from '#server/payments/orders/order-worker';
import { openProvider } from '#server/provider/client';
import { movementsOf } from '#server/seed/movements';
import { PEOPLE, type PersonKey } from '#server/seed/people';
import { seedDemo } from '#server/seed/seed';
import { callerOf } from '#server/testing/people';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { USUAL_SWITCHES } from '#simulator/simulator';
import { started } from '#simulator/testing/started';

/** The seed ends here, with half a year behind it. */
const HALF = '2026-11-20';
/** `npm test` and `.ci/run` end there; PROVE=whole makes the year whole. */
const IS_WHOLE = process.env.PROVE === 'whole';
const DAYS_MORE = IS_WHOLE ? 181 : 0;
const MONTHS = Array.from({ length: IS_WHOLE ? 13 : 7 }, (_, place) =>
  addMonths('2026-05-01', place).slice(0, 7),
);

type Caller = ReturnType<typeof callerOf>;
type Customer = { id: string; name: string; call: Caller };
type Year = { bank: TestBank; customers: Customer[] };

/** Half a year by the seed, and half a year of salaries, rents, own moves and daily runs. */
async function liveYear(): Promise<Year> {
  const plain = await testBank();
  const { clock } = plain;
  clock.set(`${HALF}T14:00:00-03:00`);
  const simulator = await started({ clock, switches: USUAL_SWITCHES });
  const provider = openProvider({ url: simulator.url, apiKey: simulator.apiKey, timeoutMs: 20_000 });
  const bank = { ...plain, provider };
  await seedDemo(bank, simulator);
  simulator.simulator.switches.settleMs = 0;
  const people = await bank.db.select().from(bank.db.tables.users);
  const whoIs = (key: PersonKey) => {
    const { cpf, cnpj } = { cpf: null, cnpj: null, ...PEOPLE[key] };
    const found = people.find((one) => (cpf ? one.cpf === cpf : one.cnpj === cnpj));
    if (!found) throw new Error(`the demonstration has no ${key}`);
    return callerOf(bank, found);
  };
  const admin = people.find(({ role }) => role === 'admin');
  const office = callerOf(bank, admin ?? null);
  await halfYear({ bank, whoIs, office, settle: () => simulator.settle() });
  const customers = people
    .filter(({ role }) => role === 'cliente')
    .map((user) => ({ id: user.id, name: user.fullName, call: callerOf(bank, user) }));
  return { bank, customers };
}

type Stage = {
  bank: TestBank;
  whoIs: (key: PersonKey) => Caller;
  office: Caller;
  settle: () => Promise<void>;
};

async function halfYear({ bank, whoIs, office, settle }: Stage): Promise<void> {
  const days = Array.from({ length: DAYS_MORE }, (_, place) => {
    const day = addDays(HALF, place + 1);
    return { day, daysAgo: 1_000, isSaturday: place % 7 === 0 };
  });
  const movements = movementsOf(days);
  for (const { day } of days) {
    bank.clock.set(`${day}T06:00:00-03:00`);
    await runDueDays(bank);
    for (const { from, to, amount, description, at } of movements.filter(({ at }) => at.startsWith(day))) {
      bank.clock.set(at);
      const { accounts } = await ((to ?? from) ? whoIs((to ?? from) as PersonKey) : office).account.list();
      const account = accounts[0];
      if (!account) throw new Error(`no account of ${to ?? from}`);
      if (from && to) {
        const { accountNumber } = account;
        await unlessRefused(whoIs(from).account.transfer({ accountNumber, amount, description }));
      } else {
        const signed = to ? amount : `-${amount}`;
        const order = { id: account.id, amount: signed, reason: description };
        await unlessRefused(office.admin.accounts.adjust(order));
      }
    }
    if (!day.endsWith('-14')) continue;
    const direction = Number(day.slice(5, 7)) % 2 === 0 ? 'in' : 'out';
    await unlessRefused(whoIs('ana').pix.move({ direction, amount: '350.00' }));
    await settle();
    await settleOrders(bank);
    await undoOne(bank, office);
  }
  await runDueDays(bank);
}

/** The newest transfer but a month old, so that it lies in another month than its reversal. */
async function undoOne(bank: TestBank, office: Caller): Promise<void> {
  const { entries } = await office.admin.ledger.list({
    type: 'transfer',
    to: addDays(bank.clock.today(), -20),
    limit: 1,
  });
  const transactionId = entries[0]?.transactionId;
  if (transactionId)
    await unlessRefused(office.admin.transactions.reverse({ id: transactionId, reason: 'Engano' }));
}

async function unlessRefused(done: Promise<unknown>): Promise<void> {
  await done.catch((error: Error) => {
    if (!(error.cause instanceof Refusal)) throw error;
  });
}

type PlainMonth = { income: number; expense: number; neutral: number; change: number };

/**
 * By `user month`, from rows alone: neither the ledger's running sums nor its mark of neutral entries. Own moves are those
 * with two accounts of one customer, and the orders between checking and external account.
 */
async function plainMonths({ db }: TestBank): Promise<Map<string, PlainMonth>> {
  const raw = await openRaw(engineOf(db).url);
  const rows = await raw.run(`SELECT user_id AS id, month, sum(cents) AS change,
      sum(CASE WHEN NOT neutral AND cents > 0 THEN cents ELSE 0 END) AS income,
      sum(CASE WHEN NOT neutral AND cents < 0 THEN -cents ELSE 0 END) AS expense,
      sum(CASE WHEN neutral THEN cents ELSE 0 END) AS neutral
    FROM (SELECT a.user_id, e.amount_cents AS cents,
        strftime('%Y-%m', e.created_at / 1000 - 10800, 'unixepoch') AS month,
        (t.type IN ('credit_disbursement', 'reversal')
          OR EXISTS (SELECT 1 FROM transactions AS r WHERE r.reverses_id = t.id)
          OR EXISTS (SELECT 1 FROM entries AS s JOIN accounts AS b ON b.id = s.account_id
            WHERE s.transaction_id = t.id AND b.user_id = a.user_id AND b.id <> a.id)
          OR EXISTS (SELECT 1 FROM payment_orders AS o WHERE o.kind IN ('move_in', 'move_out')
            AND t.id IN (o.transaction_id, o.concluded_by_id))) AS neutral
      FROM entries AS e JOIN accounts AS a ON a.id = e.account_id JOIN transactions AS t ON t.id = e.transaction_id
      WHERE a.user_id IS NOT NULL)
    GROUP BY user_id, month`);
  await raw.close();
  const cents = (value: unknown) => Number(value);
  return new Map(
    rows.map(({ id, month, income, expense, neutral, change }) => [
      `${id} ${month}`,
      { income: cents(income), expense: cents(expense), neutral: cents(neutral), change: cents(change) },
    ]),
  );
}

const NOTHING: PlainMonth = { income: 0, expense: 0, neutral: 0, change: 0 };
const centsOf = (decimal: string): number => parseDecimal(decimal) ?? Number.NaN;

type Filter = Partial<Parameters<Caller['account']['ledger']>[0]>;

/** The signed amounts that the statement lists for a figure of a month. */
async function rowsOf({ call }: Customer, month: string, filter: Filter): Promise<number[]> {
  const period = { from: `${month}-01`, to: addDays(addMonths(`${month}-01`, 1), -1) };
  const cents: number[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await call.account.ledger({
      ...{ account: 'all', view: 'movements', limit: 200 },
      ...{ ...period, ...filter, cursor },
    });
    cents.push(...page.entries.map(({ amount, isDebit }) => centsOf(amount) * (isDebit ? -1 : 1)));
    cursor = page.nextCursor;
  }
  return cents;
}

/** Every figure of the month review, with the filters that its link has. */
async function figuresOf(
  { call }: Customer,
  month: string,
): Promise<[name: string, cents: number, Filter][]> {
  const review = await call.account.monthReview({ month });
  const side = (isDebit: boolean) => (isDebit ? ('out' as const) : ('in' as const));
  const person = ({ name, document }: { name: string; document: string }) => `${name} ${document}`.trim();
  return [
    ['income', centsOf(review.income), { direction: 'in' }],
    ['expense', centsOf(review.expense), { direction: 'out' }],
    ['net', Math.abs(centsOf(review.net)), { flow: 'counted' }],
    ['costs', centsOf(review.costs), { direction: 'out', cost: 'any' }],
    ...review.costsBy.map(
      ({ reason, amount }) => [reason, centsOf(amount), { direction: 'out', cost: reason }] as const,
    ),
    ...review.kinds.map(
      ({ kind, isDebit, amount }) => [kind, centsOf(amount), { direction: side(isDebit), kind }] as const,
    ),
    ...review.paidTo.map(
      (one) => ['paid', centsOf(one.amount), { direction: 'out', counterparty: person(one) }] as const,
    ),
    ...review.receivedFrom.map(
      (one) => ['received', centsOf(one.amount), { direction: 'in', counterparty: person(one) }] as const,
    ),
    ...review.largest.map(
      ({ amount, transactionId }) => ['largest', centsOf(amount), { transactionId }] as const,
    ),
    ...review.neutral.map(({ flow, amount }) => [flow, centsOf(amount), { flow }] as const),
  ].map(([name, cents, filter]) => [String(name), Number(cents), filter as Filter]);
}

/** In SQLite's own SQL; `month-flow.test.ts` compares the same figures on PostgreSQL. */
describe.skipIf(testEngine() !== 'sqlite')('the figures of a year', () => {
  test('for every customer and each month, opening + income − expense ± own moves = closing, by plain SQL', async () => {
    const { bank, customers } = await liveYear();
    const plain = await plainMonths(bank);
    const sums = { income: 0, expense: 0, neutral: 0 };
    for (const customer of customers) {
      let opening = 0;
      for (const month of MONTHS) {
        bank.clock.passSeconds(60);
        const { income, expense, neutral, change } = plain.get(`${customer.id} ${month}`) ?? NOTHING;
        const where = `${customer.name}, ${month}`;
        expect(opening + income - expense + neutral, where).toBe(opening + change);
        const said = await customer.call.account.monthSummary({ month });
        const { month: _month, ...figures } = said;
        expect(
          Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, centsOf(value)])),
          where,
        ).toEqual({
          ...{ opening, income, expense, neutral },
          ...{ net: income - expense, closing: opening + change },
        });
        const review = await customer.call.account.monthReview({ month });
        expect(
          [review.opening, review.income, review.expense, review.neutralNet, review.closing].map(centsOf),
          where,
        ).toEqual([opening, income, expense, neutral, opening + change]);
        for (const [name, cents, filter] of await figuresOf(customer, month)) {
          const rows = await rowsOf(customer, month, filter);
          const added = rows.reduce((sum, one) => sum + (filter.flow === 'undone' ? Math.abs(one) : one), 0);
          expect(Math.abs(added), `${name} of ${where}`).toBe(cents);
        }
        opening += change;
        sums.income += income;
        sums.expense += expense;
        sums.neutral += Math.abs(neutral);
      }
      const [last] =
        (await customer.call.account.ledger({ account: 'all', limit: 1, withDayBalances: true }))
          .dayBalances ?? [];
      expect(opening, customer.name).toBe(centsOf(last?.balance ?? '0.00'));
    }
    expect(Math.min(...Object.values(sums))).toBeGreaterThan(100_000);
  }, 900_000);
});
