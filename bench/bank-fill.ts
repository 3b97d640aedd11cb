import type { Tables } from '#db/schema';
import { addDays } from '#domain/date';
import type { Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { bankAccountId } from '#server/ledger/bank-account';
import { bankMidnight } from '#server/ledger/bank-day';
import { AuditTrail } from './audit-trail.ts';
import { fillLoans } from './bank-fill-loans.ts';
import { fillQueues } from './bank-fill-queues.ts';
import { assertFilled, emptyAccount, History } from './fill.ts';
import { type Event, type Filling, OWN, type OwnAccounts, type Person } from './filling.ts';
import { type Insert, withoutGuards } from './without-guards.ts';

/** What pages, searches and dashboards are measured on. */
export const BANK_SIZE = {
  usually: { customers: 10_000, entries: 1_000_000 },
  quick: { customers: 200, entries: 5_000 },
};

export type BankSize = { customers: number; entries: number };

/** Long enough for a loan of a year and a half to be repaid. */
const HISTORY_DAYS = 600;
/** Share of customers who join on the first day; the others join evenly later. */
const FIRST_SHARE = 0.6;

/** Fills a new bank with everything that the dashboard counts; it reconciles. Throws if the ledger does not balance. */
export async function fillBank(bank: Pick<Bank, 'db' | 'keys' | 'clock'>, size: BankSize): Promise<void> {
  const { db, clock } = bank;
  const { tables } = db;
  const own = Object.fromEntries(
    await Promise.all(OWN.map(async (name) => [name, emptyAccount(await bankAccountId(db, name))] as const)),
  ) as OwnAccounts;
  const today = clock.today();
  const firstDay = addDays(today, -HISTORY_DAYS);
  const now = clock.now();
  const trail = await AuditTrail.of(bank);
  await withoutGuards(db, async (insert) => {
    const people = await fillPeople(insert, tables, size.customers, { firstDay, now });
    const filling = { insert, tables, people, own, now, today, firstDay };
    const loans = await fillLoans(filling);
    const events = [...arrivals(filling), ...(await fillInvestments(filling)), ...loans.events];
    events.sort((one, other) => +one.at - +other.at);
    const history = new History(insert, tables, trail);
    await writeHistory(history, filling, events, size.entries);
    await loans.write();
    await fillQueues(filling, history);
    await history.flush();
  });
  await trail.moveHead(bank);
  await assertFilled(db);
}

async function fillPeople(
  insert: Insert,
  tables: Tables,
  count: number,
  { firstDay, now }: { firstDay: string; now: Date },
): Promise<Person[]> {
  const began = bankMidnight(firstDay).getTime();
  const firsts = Math.floor(count * FIRST_SHARE);
  const users: Tables['users']['$inferInsert'][] = [];
  const accounts: Tables['accounts']['$inferInsert'][] = [];
  const people = Array.from({ length: count }, (_, index): Person => {
    const later = Math.max(0, index - firsts) / (count - firsts);
    const since = new Date(Math.floor(began + later * (now.getTime() - began)));
    const id = newId();
    users.push(personRow(index, id, since));
    const open = (accountType: 'checking' | 'savings' | 'investment' | 'external') => {
      const account = newId();
      accounts.push({
        id: account,
        userId: id,
        accountNumber: `${String(accounts.length + 1).padStart(8, '0')}-0`,
        accountType,
        floorCents: 0,
        isActive: index % 70 !== 3,
        createdAt: since,
      });
      return emptyAccount(account);
    };
    return {
      id,
      since,
      checking: open('checking'),
      savings: index % 3 === 0 ? open('savings') : null,
      investment: index % 4 === 0 ? open('investment') : null,
      external: index % 10 === 0 ? open('external') : null,
    };
  });
  await insert(tables.users, users);
  await insert(tables.accounts, accounts);
  return people;
}

const personRow = (index: number, id: string, createdAt: Date) => ({
  id,
  role: 'cliente' as const,
  fullName: `Cliente Número ${index}`,
  username: `cliente.${index}`,
  email: `cliente.${index}@correio.example`,
  phone: '11987654321',
  cpf: String(10_000_000_000 + index),
  birthDate: '1990-01-31',
  occupation: 'Cliente',
  monthlyIncomeCents: 500_000,
  street: 'Rua das Flores',
  number: '10',
  neighborhood: 'Centro',
  city: 'São Bernardo do Campo',
  state: 'SP',
  zipCode: '09710000',
  passwordHash: '!',
  isActive: index % 90 !== 7,
  createdAt,
});

function arrivals({ people, own }: Filling): Event[] {
  return people.flatMap(({ id, since, checking, savings, external }, index): Event[] => {
    const about = { type: 'deposit' as const, description: 'Saldo inicial', actorId: null, createdAt: since };
    const received = { ...about, receivedBy: id };
    const post = async (history: History) => {
      await history.post(index % 2 === 0 ? about : received, [
        [index % 2 === 0 ? own.adjustments : own.provider_cash, -1_500_000],
        [checking, 1_500_000],
      ]);
      if (savings)
        await history.post({ ...about, type: 'transfer', description: 'Reserva' }, [
          [checking, -100_000 - index],
          [savings, 100_000 + index],
        ]);
      if (external)
        await history.post(received, [
          [own.provider_cash, -50_000],
          [external, 50_000],
        ]);
    };
    return [{ at: since, post }];
  });
}

async function fillInvestments({ insert, tables, people, own, today, now }: Filling): Promise<Event[]> {
  const product = {
    id: newId(),
    name: 'CDB 365',
    description: 'CDB de um ano',
    minAmountCents: 1_000,
    annualRate: '12.50',
    termDays: 365,
    riskLevel: 'low' as const,
    isActive: true,
    createdAt: bankMidnight(today),
  };
  const rows: Tables['investments']['$inferInsert'][] = [];
  const events = people.flatMap(({ id, since, checking, investment }, index): Event[] => {
    if (!investment) return [];
    const isEnded = index % 12 === 0;
    const amountCents = 50_000 + index;
    const maturityOn = addDays(today, isEnded ? -(index % 40) : ((index / 4) % 130) - 2);
    const at = new Date(Math.max(+since + 1, +bankMidnight(addDays(maturityOn, -365))));
    rows.push({
      id: newId(),
      userId: id,
      productId: product.id,
      accountId: checking.id,
      amountCents,
      annualRate: product.annualRate,
      expectedReturnCents: amountCents + 6_250,
      status: isEnded ? 'matured' : 'active',
      startOn: addDays(maturityOn, -365),
      maturityOn,
      createdAt: at,
      ...(isEnded ? { endedOn: maturityOn, yieldCents: 6_250, iofCents: 0, incomeTaxCents: 0 } : {}),
    });
    const about = { description: 'CDB 365', actorId: id };
    const apply = (history: History) =>
      history.post({ ...about, type: 'investment_application', createdAt: at }, [
        [checking, -amountCents],
        [investment, amountCents],
      ]);
    const endedAt = new Date(Math.min(+now, Math.max(+at, +bankMidnight(maturityOn))));
    const redeem = async (history: History) => {
      await history.post({ ...about, type: 'investment_redemption', createdAt: endedAt }, [
        [investment, -amountCents],
        [checking, amountCents],
      ]);
      await history.post({ ...about, type: 'investment_yield', createdAt: endedAt }, [
        [own.yield_expense, -6_250],
        [checking, 6_250],
      ]);
    };
    return [
      { at, post: async (history) => void (await apply(history)) },
      ...(isEnded ? [{ at: endedAt, post: redeem }] : []),
    ];
  });
  await insert(tables.investmentProducts, [product]);
  await insert(tables.investments, rows);
  return events;
}

/** Posts the events, and between them transfers and PIX payments among the customers who have joined by then. */
async function writeHistory(
  history: History,
  { people, own, now, firstDay }: Filling,
  events: readonly Event[],
  entryCount: number,
): Promise<void> {
  const began = bankMidnight(firstDay).getTime();
  // Assumes two entries per event, as most have; the loop adds transfers if entries are missing at the end.
  const transfers = Math.max(0, Math.floor((entryCount - 2 * events.length) / 2));
  const upcoming = events[Symbol.iterator]();
  let next = upcoming.next();
  let known = 0;
  for (let n = 0; n < transfers || history.entryCount < entryCount; n += 1) {
    const at = new Date(Math.min(+now, Math.floor(began + ((+now - began) * n) / transfers)));
    for (; !next.done && next.value.at <= at; next = upcoming.next()) await next.value.post(history);
    while ((people[known]?.since ?? now) < at) known += 1;
    await writeTransfer(history, people, own, { n, at, known });
  }
  for (; !next.done; next = upcoming.next()) await next.value.post(history);
}

async function writeTransfer(
  history: History,
  people: readonly Person[],
  own: OwnAccounts,
  { n, at, known }: { n: number; at: Date; known: number },
): Promise<void> {
  const from = people[n % known];
  const to = people[(n * 7 + 1) % known];
  if (!from || !to || from === to) return;
  const cents = 1 + (n % 997);
  const [debited, credited] =
    n % 20 === 0
      ? [own.provider_cash, to.checking]
      : n % 33 === 0
        ? [from.checking, own.provider_cash]
        : [from.checking, to.checking];
  const receivedBy = debited === own.provider_cash ? to.id : null;
  await history.post(
    { type: 'transfer', description: `Pagamento ${n}`, actorId: from.id, createdAt: at, receivedBy },
    [
      [debited, -cents],
      [credited, cents],
    ],
  );
}
