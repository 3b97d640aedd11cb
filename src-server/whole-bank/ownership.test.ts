import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { isRunOnThisEngine } from '#db/testing/test-db';
import { type DeclaredProcedure, declaredProcedures } from '#server/access/trpc';
import { REST_TABLE } from '#server/http/rest-table';
import { appRouter } from '#server/router';
import { caller, type Reply } from '#server/testing/http-caller';
import { MATRIX_INPUTS } from '#server/testing/matrix-inputs';
import {
  type Belongings,
  fingerprint,
  MATRIX_ACTORS,
  type MatrixActor,
  matrixScene,
  matrixScenes,
} from '#server/testing/matrix-scene';
import { waysOf } from '#server/testing/ways';
import { whoMay } from '#server/testing/who-may';

// Inputs come from the procedures; expectations only from `testing/who-may.ts`.
type Asked = Pick<DeclaredProcedure, 'path' | 'type'>;
const PROCEDURES: Asked[] = declaredProcedures(appRouter).map(({ path, type }) => ({ path, type }));
const WHOSE = ['own', 'others', 'missing'] as const;
type Whose = (typeof WHOSE)[number];
type Scene = Awaited<ReturnType<typeof matrixScene>>;

/** Expected refusal, whatever the input; null: may call. */
function expectedRefusal(actor: MatrixActor, { path }: Asked): 401 | 403 | null {
  const { who, token } = whoMay(path);
  if (actor === 'deactivatedToken') return 401;
  if (actor === 'readToken' && token !== 'read') return 403;
  if (actor === 'moneyToken' && token === 'none') return 403;
  if (who === 'public') return null;
  if (['nobody', 'halfLoggedIn', 'deactivated'].includes(actor)) return 401;
  const isAdmin = actor === 'admin';
  if (who === 'admin') return isAdmin ? null : 403;
  return who === 'customer' && isAdmin ? 403 : null;
}

const ownerOf: Partial<Record<MatrixActor, Whose>> = {
  customer: 'own',
  readToken: 'own',
  moneyToken: 'own',
  otherCustomer: 'others',
};

/** Called once only: a call ends sessions that are needed later, or is refused while the first one waits. */
const ASKED_ONCE = ['auth.logout', 'auth.freeze', 'auth.sessions.endOthers', 'admin.jobs.run'];

let cells = 0;
afterAll(() => console.log(`authorisation matrix: ${cells} cells checked`));

describe('ownership of rows', () => {
  test('every procedure has exactly one line in the table of inputs', () => {
    expect(Object.keys(MATRIX_INPUTS).sort()).toEqual(PROCEDURES.map(({ path }) => path).sort());
  });

  test('a caller without the right is refused over both transports, and nothing is written', {
    timeout: 120_000,
  }, async () => {
    const scene = await matrixScene();
    const call = caller(scene.bank);
    const before = await fingerprint(scene.bank);
    for (const procedure of PROCEDURES) {
      for (const actor of MATRIX_ACTORS) {
        const status = expectedRefusal(actor, procedure);
        if (status === null) continue;
        for (const { way, whose, input } of cellsOf(procedure, scene.things)) {
          const reply = await way.send(call, scene.headers[actor], input);
          cells += 1;
          expect(reply.status, `${actor}, ${whose}: ${way.name}: ${reply.text}`).toBe(status);
          expect(leaks(reply, scene), `${actor}: ${way.name} contains personal data of somebody`).toBe(false);
        }
      }
      expect(await fingerprint(scene.bank), `${procedure.path} wrote something when it was denied`).toBe(
        before,
      );
    }
  });

  test('rows of somebody else and unknown ids get the same answer, and nothing is written', async () => {
    const scene = await matrixScene();
    const call = caller(scene.bank);
    const before = await fingerprint(scene.bank);
    for (const procedure of PROCEDURES) {
      const { owned } = MATRIX_INPUTS[procedure.path] ?? {};
      if (!owned) continue;
      for (const actor of MATRIX_ACTORS) {
        if (expectedRefusal(actor, procedure) !== null) continue;
        const foreign = owned === 'everybody' ? ['missing' as const] : foreignTo(actor);
        const bodies = new Map<string, Set<string>>();
        for (const { way, whose, input } of cellsOf(procedure, scene.things)) {
          if (!foreign.includes(whose)) continue;
          const reply = await way.send(call, scene.headers[actor], input);
          cells += 1;
          const refused = isFileOverRpc(way, procedure) ? 415 : 404;
          expect(reply.status, `${actor}, ${whose}: ${way.name}: ${reply.text}`).toBe(refused);
          bodies.set(way.name, (bodies.get(way.name) ?? new Set()).add(JSON.stringify(reply.body)));
        }
        for (const [name, said] of bodies) expect([...said], `${actor}: ${name}`).toHaveLength(1);
      }
      expect(await fingerprint(scene.bank), `${procedure.path} wrote something when it was denied`).toBe(
        before,
      );
    }
  });

  // Rights do not depend on the engine, and on PostgreSQL each call needs a database.
  test.runIf(isRunOnThisEngine())(
    'a caller with the right reaches their own rows',
    { tags: ['prove'], timeout: 900_000 },
    async () => {
      const scenes = await matrixScenes();
      onTestFinished(scenes.drop);
      let scene = await scenes.next();
      let call = caller(scene.bank);
      for (const procedure of PROCEDURES) {
        const { input, owned, refused = 200 } = MATRIX_INPUTS[procedure.path] ?? { input: () => ({}) };
        for (const actor of MATRIX_ACTORS) {
          const hasOne = owned !== 'owner' || ownerOf[actor] !== undefined;
          if (expectedRefusal(actor, procedure) !== null || !hasOne) continue;
          for (const way of waysOf(procedure)) {
            const mine = scene.things[ownerOf[actor] ?? 'own'];
            const reply = await way.send(call, scene.headers[actor], input(mine));
            cells += 1;
            const label = `${actor}, own: ${way.name}: ${reply.status} ${reply.text.slice(0, 200)}`;
            if (isFileOverRpc(way, procedure)) expect(reply.status, label).toBe(415);
            else expect(reply.status < 300 ? 200 : reply.status, label).toBe(refused);
            // One call must not affect the next.
            const isUsedUp = procedure.type === 'mutation' && (owned || ASKED_ONCE.includes(procedure.path));
            if (isUsedUp && reply.status < 300) {
              scene = await scenes.next();
              call = caller(scene.bank);
            } else await forgetAttempts(scene);
          }
        }
      }
    },
  );
});

const forgetAttempts = ({ bank }: Scene) =>
  bank.db.transaction(async (tx) => {
    await tx.delete(tx.tables.attempts);
  });

const isFileOverRpc = ({ name }: { name: string }, { path }: Asked): boolean =>
  name.startsWith('/trpc/') &&
  REST_TABLE.some(
    ([, , procedure, , options]) => procedure === path && (options?.reply ?? 'json') !== 'json',
  );

const foreignTo = (actor: MatrixActor): Whose[] => WHOSE.filter((whose) => whose !== ownerOf[actor]);

/** Every transport with the ids of own rows and, where the procedure takes an id, of others' and missing rows. */
function cellsOf(procedure: Asked, things: Record<Whose, Belongings>) {
  const { input, owned } = MATRIX_INPUTS[procedure.path] ?? { input: () => ({}) };
  const asked: readonly Whose[] = owned ? WHOSE : ['own'];
  return waysOf(procedure).flatMap((way) =>
    asked.map((whose) => ({ way, whose, input: input(things[whose]) })),
  );
}

const leaks = ({ text }: Reply, { numbers }: Scene): boolean =>
  ['Moreira', 'Nogueira', '52998224725', '31415926590', ...Object.values(numbers)].some((canary) =>
    text.includes(canary),
  );
