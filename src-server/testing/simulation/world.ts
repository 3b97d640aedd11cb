import type { Db } from '#db/db';
import { newRegistry } from '#server/bank';
import { advanceCovered } from '#server/cover/cover-worker';
import { ABANDONED_AFTER_SECONDS } from '#server/jobs/daily-run';
import { forgetCallers } from '#server/kernel/caller-places';
import type { Actor } from '#server/kernel/context';
import { keepWebhooks } from '#server/onboarding/keep-webhooks';
import { advanceCharges, endCharges } from '#server/payments/charges/charge-worker';
import { sendReturns } from '#server/payments/held/send-returns';
import { settleOrders } from '#server/payments/orders/order-worker';
import { processEvents } from '#server/payments/process-events';
import { activate, cpfOf } from '#server/payments/testing/scene';
import { putRules } from '#server/payments/waiting/testing/rules-in-force';
import { scriptOf } from '#server/payments/waiting/testing/waiting-test';
import { releaseDue } from '#server/payments/waiting/waiting-worker';
import { turnRulesOn } from '#server/protection/testing/rules';
import { openProvider } from '#server/provider/client';
import { type Started, started } from '#simulator/testing/started';
import { callerOf, makeAdmin, makeCustomer } from '../people.ts';
import { type TestBank, testBank } from '../test-bank.ts';
import { type Doors, newDoors } from './doors.ts';
import { type Mortal, mortal } from './mortal.ts';
import { newRandom, type Random } from './random.ts';

/** A customer; with `pixKey` they have an external account. For a cautious one the rules of payments hold. */
export type Person = {
  user: Actor;
  accountId: string;
  accountNumber: string;
  pixKey: string | null;
  isCautious: boolean;
};

export type Acknowledged = { transactionId: string; amountCents: number };

/** `unanswered`: refused because the provider failed or did not answer. */
export type Tally = {
  deeds: number;
  refusals: number;
  unanswered: number;
  deaths: number;
  storms: number;
  /** Payments that waited or were reviewed. */
  held: number;
};

export type World = {
  seed: number;
  random: Random;
  db: Db;
  bank: TestBank;
  process: Mortal;
  simulator: Started;
  doors: Doors;
  people: Person[];
  admin: Actor;
  today: string;
  /** Must be in the ledger; the keys of refused requests must not. */
  acknowledged: Acknowledged[];
  refusedKeys: string[];
  tally: Tally;
  trace: string[];
};

/** Few have PIX: comparing external accounts every night takes most of the time. */
const PEOPLE = { all: 24, withPix: 3 };
const BEGINNING = { here: '5000.00', there: 20_000 };
/** The simulated provider settles payments only on request. */
const BY_HAND = { settleMs: 600_000, retryMs: 5, maxRetryMs: 20, interruptAfter: 1_000_000 };
/** Longer than any call takes: each is answered, refused or broken off. */
const TIMEOUT_MS = 20_000;

/** Signals of a first payment with most of the balance: an administrator decides on it. */
const HOLDS = { stepUpFrom: 40, holdFrom: 40 };

export const FIRST_DAY = '2026-03-10';

export async function openWorld(seed: number): Promise<World> {
  const doors = await newDoors();
  const bank = await testBank({ APP_ORIGIN: doors.origin });
  const { clock } = bank;
  const simulator = await started({ seed: `world ${seed}`, clock, switches: BY_HAND, faults: { seed } });
  const born: TestBank = { ...bank, provider: providerOf(simulator) };
  const world: World = {
    seed,
    random: newRandom(seed),
    db: born.db,
    bank: born,
    process: mortal(born.db),
    simulator,
    doors,
    people: [],
    admin: (await makeAdmin(born)).user,
    today: FIRST_DAY,
    acknowledged: [],
    refusedKeys: [],
    tally: { deeds: 0, refusals: 0, unanswered: 0, deaths: 0, storms: 0, held: 0 },
    trace: [],
  };
  await keepWebhooks(born);
  await putRules(born, { user: world.admin }, HOLDS);
  for (let place = 0; place < PEOPLE.all; place += 1) world.people.push(await settle(world, place));
  beginProcess(world);
  await turn(world);
  return world;
}

const providerOf = ({ url, apiKey }: Started) => openProvider({ url, apiKey, timeoutMs: TIMEOUT_MS });

/** Restart delay: claims of the dead process have expired. */
const REBORN_AFTER_SECONDS = ABANDONED_AFTER_SECONDS + 1;

export function beginProcess(world: World): void {
  forgetCallers();
  world.bank.clock.passSeconds(REBORN_AFTER_SECONDS);
  world.doors.close();
  world.doors.hangUp();
  world.process = mortal(world.db);
  // Calls under way are joined by later ones of the same registry; those of a dead process never end.
  const registry = newRegistry();
  world.bank = { ...world.bank, registry, db: world.process.db, provider: providerOf(world.simulator) };
}

export const callAs = (world: World, user: Actor) => callerOf(world.bank, user);

/** A cautious person pays by a script, which confirms nothing. */
export const payerOf = (world: World, { user, isCautious }: Person) =>
  isCautious ? scriptOf(world.bank, user) : callAs(world, user);

/** One step between bank and provider: due work there, events, due work here. */
export async function turn({ bank, simulator, doors }: World): Promise<void> {
  doors.open(bank);
  if (simulator.simulator.store.hasWork()) await simulator.settle();
  doors.close();
  await settleOrders(bank);
  await processEvents(bank);
  await releaseDue(bank);
  await sendReturns(bank);
  await endCharges(bank);
  await advanceCharges(bank);
  await advanceCovered(bank);
}

async function settle({ bank, simulator, admin }: World, place: number): Promise<Person> {
  const customer = await makeCustomer(bank, { fullName: `Cliente ${place}`, cpf: cpfOf(place) });
  const { user, accountId, accountNumber, call } = customer;
  const isCautious = place % 4 === 1;
  const reason = 'Depósito inicial';
  await callerOf(bank, admin).admin.accounts.adjust({ id: accountId, amount: BEGINNING.here, reason });
  if (isCautious) await turnRulesOn(bank, user);
  if (place >= PEOPLE.withPix) return { user, accountId, accountNumber, pixKey: null, isCautious };
  await activate({ bank, simulator }, customer);
  const { key } = await call.pix.keys.create({ type: 'EVP' });
  if (!key) throw new Error('the random key has no value');
  await simulator.control('POST', '/simulator/receive', { addressKey: key, value: BEGINNING.there });
  return { user, accountId, accountNumber, pixKey: key, isCautious };
}
