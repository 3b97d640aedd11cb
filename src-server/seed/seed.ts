import { count, eq, lt, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { adjustSchema, transferSchema } from '#domain/account/transfer';
import { registerSchema } from '#domain/auth/register';
import { addDays } from '#domain/date';
import { Refusal } from '#domain/refusal';
import { adjust } from '#server/account/adjust';
import { findChecking } from '#server/account/holders';
import { transfer } from '#server/account/transfer';
import { createAdmin } from '#server/auth/create-admin';
import { register } from '#server/auth/register';
import { type FixedClock, fixedClock } from '#server/kernel/clock';
import type { Actor, Bank, Context, SessionContext } from '#server/kernel/context';
import { creditActsOf } from './credit-acts.ts';
import { controlProvider, type EmbeddedProvider, type ProviderControls } from './embedded-provider.ts';
import { holdingsOf } from './holdings.ts';
import { type Movement, movementsOf } from './movements.ts';
import { paymentsOf } from './payments.ts';
import {
  type Customers,
  DEMO_ADMIN,
  DEMO_PASSWORD,
  DEVICES,
  type DemoPerson,
  PEOPLE,
  type PersonKey,
  USUAL_DEVICE,
} from './people.ts';
import { protectionsOf } from './protections.ts';
import { relationsOf } from './relations.ts';

const HISTORY_DAYS = 184;
const DAY_MS = 86_400_000;
/** Marks sessions, which are deleted at the end. */
const DEVICE = 'Demonstração';
/** Keeps the customer list in a stable order. */
const MINUTES_BETWEEN_REGISTRATIONS = 7;

/**
 * Creates half a year of activity with the real use cases on a simulated clock. Returns false if the database
 * is not empty.
 */
export async function seedDemo(bank: Bank, simulator: EmbeddedProvider | null = null): Promise<boolean> {
  const [people] = await bank.db.select({ count: count() }).from(bank.db.tables.users);
  if (people?.count !== 0) {
    if (await isHalfMade(bank))
      bank.log.warn(
        {},
        'a demonstração foi interrompida pela metade: apague o banco de dados e inicie de novo',
      );
    return false;
  }

  const days = lastDays(bank.clock.today());
  const clock = fixedClock(`${days[0]?.day}T09:00:00-03:00`);
  // Of two processes, the second finds the administrator and stops.
  const admin = await createAdmin({ ...bank, clock }, DEMO_ADMIN).catch(nullIfRegistered);
  if (!admin) return false;
  const customers = await registerAll(bank, clock);
  const provider = simulator && (await controlProvider(bank, simulator));
  try {
    for (const { at, act } of actsOf(days.slice(1), { bank, clock, admin, customers, provider })) {
      if (new Date(at) > bank.clock.now()) break;
      clock.set(at);
      await act();
    }
  } finally {
    provider?.release();
  }
  await bank.db.transaction(async (tx) => {
    await tx.delete(tx.tables.sessions).where(eq(tx.tables.sessions.userAgent, DEVICE));
    // Nobody has the cookies of the browsers that opened the demonstration's accounts.
    await tx.delete(tx.tables.devices);
    await tx.delete(tx.tables.outbox);
    await tx.delete(tx.tables.attempts);
    await readOldNotifications(tx, bank.clock.now());
  });
  return true;
}

async function readOldNotifications(tx: Tx, now: Date): Promise<void> {
  const { notifications } = tx.tables;
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
  await tx
    .update(notifications)
    .set({ readAt: sql`${notifications.createdAt}` })
    .where(lt(notifications.createdAt, weekAgo));
}

/** Remaining demonstration sessions: seeding was interrupted or is still running. */
async function isHalfMade({ db }: Bank): Promise<boolean> {
  const { sessions } = db.tables;
  const [left] = await db.select({ count: count() }).from(sessions).where(eq(sessions.userAgent, DEVICE));
  return (left?.count ?? 0) > 0;
}

function nullIfRegistered(error: unknown): null {
  if (error instanceof Refusal && error.code === 'ALREADY_REGISTERED') return null;
  throw error;
}

type Act = { at: string; act: () => Promise<unknown> };

function actsOf(days: readonly BankDay[], stage: Stage): Act[] {
  const movements = movementsOf(days).map(
    (movement): Act => ({ at: movement.at, act: () => makeMovement(stage, movement) }),
  );
  const payments = stage.provider ? paymentsOf(days, stage.provider) : [];
  const relations = [
    ...relationsOf(days),
    ...holdingsOf(days),
    ...creditActsOf(days),
    ...protectionsOf(days),
    ...payments,
  ].map(({ at, by, act }): Act => ({ at, act: () => act(signedIn(stage, by), stage.customers) }));
  return [...movements, ...relations].sort((one, other) => one.at.localeCompare(other.at));
}

type BankDay = ReturnType<typeof lastDays>[number];

function lastDays(today: string) {
  return Array.from({ length: HISTORY_DAYS + 1 }, (_, index) => {
    const daysAgo = HISTORY_DAYS - index;
    const day = addDays(today, -daysAgo);
    return { day, daysAgo, isSaturday: new Date(`${day}T12:00:00Z`).getUTCDay() === 6 };
  });
}

async function registerAll(bank: Bank, clock: FixedClock): Promise<Customers> {
  const customers: Partial<Customers> = {};
  for (const [key, person] of Object.entries(PEOPLE) as [PersonKey, DemoPerson][]) {
    clock.passSeconds(MINUTES_BETWEEN_REGISTRATIONS * 60);
    const input = registerSchema.parse({
      ...person,
      email: `${person.username}@correio.example`,
      password: DEMO_PASSWORD,
      acceptedTerms: true,
    });
    const { id, fullName, role } = await register(visitor(bank, clock), input);
    await confirmContacts(bank, id, clock.now());
    const account = await findChecking(bank.db, id);
    if (!account) throw new Error(`demonstration: no account after registering ${fullName}`);
    customers[key] = {
      user: { id, fullName, role },
      accountId: account.id,
      accountNumber: account.accountNumber,
    };
  }
  return customers as Customers;
}

async function confirmContacts({ db }: Bank, id: string, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { users } = tx.tables;
    await tx.update(users).set({ emailConfirmedAt: at, phoneConfirmedAt: at }).where(eq(users.id, id));
  });
}

type Stage = {
  bank: Bank;
  clock: FixedClock;
  admin: Actor;
  customers: Customers;
  provider: ProviderControls | null;
};

/** A movement to or from outside the bank is an administrator's adjustment. */
async function makeMovement(stage: Stage, movement: Movement): Promise<void> {
  const { customers } = stage;
  const { from, to, amount, description } = movement;
  if (from && to) {
    const { accountNumber } = customers[to];
    const input = transferSchema.parse({ accountNumber, amount, description });
    await transfer(signedIn(stage, from), input);
    return;
  }
  const outside = to ?? from;
  if (!outside) throw new Error(`movement ${description}: no customer on either side`);
  const signed = to ? amount : `-${amount}`;
  const input = adjustSchema.parse({ id: customers[outside].accountId, amount: signed, reason: description });
  await adjust(signedIn(stage, 'admin'), input);
}

function visitor(bank: Bank, clock: FixedClock): Context {
  return {
    ...bank,
    // Nobody confirms the past; Bruno's own rules hold.
    env: { ...bank.env, MONEY_RULES: 'none' },
    clock,
    request: {
      id: 'seed',
      ip: '127.0.0.1',
      userAgent: DEVICE,
      deviceToken: null,
      challengeToken: null,
      sessionToken: null,
      bearerToken: null,
    },
    user: null,
    session: null,
    token: null,
    cookies: { set: () => {}, clear: () => {} },
  };
}

function signedIn({ bank, clock, admin, customers }: Stage, by: PersonKey | 'admin'): SessionContext {
  const expiresAt = new Date(clock.now().getTime() + DAY_MS);
  const device = { id: 'seed', trustedFrom: clock.real() };
  const proofs = {
    passwordProvenAt: clock.real(),
    factorProvenAt: null,
    device,
    passkeyId: null,
    isByNewPasskey: false,
  };
  const session = {
    // Opened before the proof: what gives more than a session away asks for one given since.
    ...{ id: 'seed', publicId: 'seed', createdAt: new Date(0) },
    expiresAt,
    absoluteExpiresAt: expiresAt,
    ...proofs,
  };
  const context = visitor(bank, clock);
  const request = { ...context.request, ...(DEVICES[by] ?? USUAL_DEVICE) };
  const user = by === 'admin' ? admin : customers[by].user;
  return { ...context, request, user, session };
}
