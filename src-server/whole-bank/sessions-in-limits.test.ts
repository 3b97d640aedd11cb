/** @module-tag prove */
import { describe, expect, test } from 'vitest';
import { isRunOnThisEngine } from '#db/testing/test-db';
import { ATTEMPT_LIMITS, type AttemptKind } from '#domain/limits';
import { BRIEF_SECONDS, isShared, SESSIONS_IN_LIMITS, SHARES_PER_USER } from '#domain/sessions-in-limits';
import { alone, type Sharer, sharerOf } from '#server/access/caller-share';
import { type DeclaredProcedure, declaredProcedures } from '#server/access/trpc';
import { countAttempt } from '#server/auth/attempts';
import type { Actor } from '#server/kernel/context';
import { appRouter } from '#server/router';
import { test as inBank } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { session } from '#server/testing/matrix-access';
import { MATRIX_INPUTS } from '#server/testing/matrix-inputs';
import { matrixScenes } from '#server/testing/matrix-scene';
import type { TestBank } from '#server/testing/test-bank';
import { waysOf } from '#server/testing/ways';
import { whoMay } from '#server/testing/who-may';

const KINDS = Object.keys(SESSIONS_IN_LIMITS) as AttemptKind[];
const SHARED = KINDS.filter(isShared);
const BRIEF = KINDS.filter((kind) => SESSIONS_IN_LIMITS[kind] === 'brief');
const REFUSED = 'TOO_MANY_ATTEMPTS';

/** It ends all access of its account. */
const LAST = 'auth.freeze';

const PAYMENTS = 'src-server/payments/sessions-own-counts.test.ts';
const TYPES = 'counted for a session by its type: src-server/access/caller-share.ts';

/** Counted after what the inputs of the matrix reach, and what holds them. */
const NOT_REACHED: Partial<Record<AttemptKind, string>> = {
  charge: PAYMENTS,
  chargeCheck: PAYMENTS,
  chargeDay: PAYMENTS,
  complexPdf: TYPES,
  confirmation: PAYMENTS,
  confirmationCode: PAYMENTS,
  contactCodeDay: PAYMENTS,
  contactCodeTo: PAYMENTS,
  deviceChange: TYPES,
  deviceProof: TYPES,
  emailChange: PAYMENTS,
  emailChangeTo: PAYMENTS,
  giveBack: PAYMENTS,
  investment: PAYMENTS,
  keyClaim: TYPES,
  keyDeleted: PAYMENTS,
  keyMade: PAYMENTS,
  lookupMiss: TYPES,
  newPassword: TYPES,
  personalDataDay: TYPES,
  receiptDay: PAYMENTS,
  refusedPayment: TYPES,
  refusedProof: TYPES,
  reservation: TYPES,
  twoFactorOn: TYPES,
  unfreeze: TYPES,
  unnamedPayee: TYPES,
  uploadDay: 'src-server/auth/upload-sender.test.ts',
  uploadDayOfAdmin: 'src-server/auth/upload-sender.test.ts',
};

const declared = declaredProcedures(appRouter).filter(({ path }) => whoMay(path).who !== 'public');
const PROCEDURES = [
  ...declared.filter(({ path }) => path !== LAST),
  ...declared.filter(({ path }) => path === LAST),
];

type Scene = Awaited<ReturnType<Awaited<ReturnType<typeof matrixScenes>>['next']>>;
type Count = { kind: AttemptKind; name: string };

/** The owner of the things, and an administrator. */
async function peopleOf({ bank, things }: Scene): Promise<Actor[]> {
  const { users } = bank.db.tables;
  const { id, fullName, role } = users;
  const rows = await bank.db.select({ id, fullName, role }).from(users);
  return rows.filter((one) => one.role === 'admin' || one.id === things.own.userId);
}

/** A session as somebody has who signs in now. */
async function signIn(bank: TestBank, user: Actor) {
  const { publicId, headers } = await session(bank, user);
  const opened = { publicId, passwordProvenAt: bank.clock.real() };
  const asking = { user, token: null, session: opened, request: { ip: '' } };
  return { headers, share: (name = user.id) => sharerOf(asking, name) };
}

/** What it answers, over tRPC. */
async function answerOf({ bank, things }: Scene, { path, type }: DeclaredProcedure, headers: Headers) {
  const input = MATRIX_INPUTS[path]?.input(things.own) ?? {};
  return (await waysOf({ path, type })[0]?.send(caller(bank), headers, input))?.text ?? '';
}
type Headers = Record<string, string>;

/** What a call of it counts, by whom it is counted for; `own`: what it counts in its session's share. */
async function countsOf(scene: Scene, procedure: DeclaredProcedure, user: Actor) {
  const { bank } = scene;
  await bank.db.transaction(async (tx) => {
    await tx.delete(tx.tables.attempts);
  });
  const { headers, share } = await signIn(bank, user);
  await answerOf(scene, procedure, headers);
  const suffix = `/${share().session}`;
  const all = (await bank.db.select().from(bank.db.tables.attempts))
    .map(({ bucket }) => ({
      kind: bucket.split(':')[0] as AttemptKind,
      who: bucket.split(':').slice(1).join(':'),
    }))
    .filter(({ kind }) => kind in SESSIONS_IN_LIMITS);
  const own = all
    .filter(({ who }) => who.endsWith(suffix))
    .map(({ kind, who }): Count => ({ kind, name: who.slice(0, -suffix.length) }));
  const others = all
    .filter(({ who }) => !who.endsWith(suffix))
    .map(({ kind, who }): Count => ({ kind, name: who }));
  return { own, others };
}

type Found = Count & { path: string; user: string; isOwn: boolean };

/** Of all procedures, called by all people. */
async function countsOfAll(scene: Scene): Promise<Found[]> {
  const found: Found[] = [];
  const people = await peopleOf(scene);
  for (const procedure of PROCEDURES)
    for (const { id: user, ...person } of people) {
      const { own, others } = await countsOf(scene, procedure, { id: user, ...person });
      const { path } = procedure;
      found.push(...own.map((count) => ({ ...count, path, user, isOwn: true })));
      found.push(...others.map((count) => ({ ...count, path, user, isOwn: false })));
    }
  return found;
}

/** As if this session had used up all of its shares, and all that is brief. */
async function spendAs(
  bank: TestBank,
  user: Actor,
  share: (name?: string) => Sharer,
  counted: readonly Count[],
) {
  const named = [...KINDS.map((kind) => ({ kind, name: user.id })), ...counted];
  const distinct = new Map(named.map(({ kind, name }) => [`${kind} ${name}`, { kind, name }]));
  for (const { kind, name } of distinct.values()) {
    const { max } = ATTEMPT_LIMITS[kind];
    if (isShared(kind)) await countAttempt(bank, kind, share(name), max);
    else if (BRIEF.includes(kind)) await countAttempt(bank, kind as 'lookup', name, max);
  }
}

describe('what one session uses up', () => {
  test.runIf(isRunOnThisEngine())(
    'is refused to it, and a minute later there again in one that its owner opens, in every procedure',
    async () => {
      const scenes = await matrixScenes();
      const found = await countsOfAll(await scenes.next());
      const shares = found.filter(({ isOwn }) => isOwn);
      const reached = new Set(shares.map(({ kind }) => kind));
      expect(SHARED.filter((kind) => !reached.has(kind)).sort()).toEqual(Object.keys(NOT_REACHED).sort());

      const scene = await scenes.next();
      const { bank } = scene;
      const answered = { stolen: [] as string[], own: [] as string[] };
      const people = await peopleOf(scene);
      for (const person of people) {
        const stolen = await signIn(bank, person);
        const theirs = found.filter(({ user }) => user === person.id);
        await spendAs(bank, person, stolen.share, theirs);
        const counting = new Set(theirs.filter(({ isOwn }) => isOwn).map(({ path }) => path));
        for (const procedure of PROCEDURES.filter(({ path }) => counting.has(path)))
          if (!(await answerOf(scene, procedure, stolen.headers)).includes(REFUSED))
            answered.stolen.push(`${procedure.path} ${person.role}`);
      }
      bank.clock.passSeconds(BRIEF_SECONDS + 1);
      for (const procedure of PROCEDURES)
        for (const person of people)
          if ((await answerOf(scene, procedure, (await signIn(bank, person)).headers)).includes(REFUSED))
            answered.own.push(`${procedure.path} ${person.role}`);
      expect(answered).toEqual({ stolen: [], own: [] });
      await scenes.drop();
    },
  );

  inBank('is of no limit more than three sessions’ worth, however many are opened', async ({ bank }) => {
    for (const kind of SHARED) {
      const { max, windowSeconds } = ATTEMPT_LIMITS[kind];
      const tried = [];
      for (let place = 0; place < 2 * SHARES_PER_USER; place += 1)
        tried.push(await isDone(countAttempt(bank, kind, { name: 'ana', session: `s${place}` }, max)));
      expect(tried, kind).toEqual([true, true, true, false, false, false]);
      expect(await isDone(countAttempt(bank, kind, { name: 'bruno', session: 's0' }, max)), kind).toBe(true);
      expect(await isDone(countAttempt(bank, kind, alone('ana/tokens'), max)), kind).toBe(true);
      bank.clock.passSeconds(windowSeconds);
      expect(await isDone(countAttempt(bank, kind, { name: 'ana', session: 's0' }))).toBe(true);
    }
  });

  test('and is counted by user is there again within a minute', () => {
    expect(BRIEF.filter((kind) => ATTEMPT_LIMITS[kind].windowSeconds > BRIEF_SECONDS)).toEqual([]);
  });
});

const isDone = (counted: Promise<unknown>): Promise<boolean> =>
  counted.then(
    () => true,
    () => false,
  );
