/** @module-tag prove */
import { expect, test } from 'vitest';
import { FRESH_PROOF_SECONDS } from '#domain/limits';
import { type DeclaredProcedure, declaredProcedures } from '#server/access/trpc';
import { appRouter } from '#server/router';
import { writeSetting } from '#server/settings/write';
import { caller, type Reply } from '#server/testing/http-caller';
import { fieldsOf } from '#server/testing/input-fields';
import { MATRIX_INPUTS } from '#server/testing/matrix-inputs';
import { type Belongings, MATRIX_ACTORS, type MatrixActor, matrixScene } from '#server/testing/matrix-scene';
import type { TestBank } from '#server/testing/test-bank';
import { waysOf } from '#server/testing/ways';
import { whoMay } from '#server/testing/who-may';

const PROCEDURES = declaredProcedures(appRouter);

type Actor = MatrixActor | 'wrongToken';
const EVERYBODY: readonly Actor[] = [...MATRIX_ACTORS, 'wrongToken'];
const WRONG_TOKEN = { authorization: `Bearer vb_${'x'.repeat(43)}` };

/** `shows`: refusals that some call must meet, or the state would test nothing. */
type State = {
  name: string;
  actors: readonly Actor[];
  shows: readonly string[];
  prepare: (bank: TestBank) => Promise<unknown>;
};

const STATES: State[] = [
  {
    name: 'an ordinary bank',
    actors: EVERYBODY,
    shows: ['UNAUTHENTICATED', 'TOKEN_NOT_ALLOWED', 'FORBIDDEN', 'VALIDATION'],
    prepare: async () => {},
  },
  {
    name: 'administrators who owe the second factor',
    actors: ['customer', 'admin'],
    shows: ['TWO_FACTOR_REQUIRED', 'FORBIDDEN', 'VALIDATION'],
    prepare: ({ db, clock, env }) =>
      db.transaction((tx) => writeSetting(tx, 'requireAdminTwoFactor', true, clock.now(), env)),
  },
  {
    name: 'sessions whose proof is old',
    actors: ['customer', 'admin'],
    shows: ['REAUTHENTICATE', 'FORBIDDEN', 'VALIDATION'],
    prepare: ({ db, clock }) =>
      db.transaction(async (tx) => {
        const passwordProvenAt = new Date(clock.real().getTime() - (FRESH_PROOF_SECONDS + 1) * 1000);
        await tx.update(tx.tables.sessions).set({ passwordProvenAt });
      }),
  },
];

/** Longer than any text, and no word, date, number or list. */
const TOO_LONG = 'x'.repeat(6_000);

/** Inputs that no procedure takes, so that a call changes nothing. `known`: of what the procedure takes. */
function badInputs({ path, inputs, rest }: DeclaredProcedure, own: Belongings) {
  const known = MATRIX_INPUTS[path]?.input(own) ?? {};
  const names = inputs.flatMap(fieldsOf).map(({ name }) => name.split('.')[0] ?? '');
  return {
    'a NUL': { ...known, nosuchfield: 'a\u0000b' },
    ...(rest?.[0] === 'GET' && names.length > 0 && { 'an unknown filter': { ...known, nosuchfield: 'a' } }),
    ...(names.length > 0 && { 'too long texts': Object.fromEntries(names.map((name) => [name, TOO_LONG])) }),
  };
}

type Answer = { status: number; code: unknown; error: unknown; fields: unknown; wait: string | null };

function answerOf({ status, body, headers }: Reply): Answer {
  const envelope = body as { error?: { json?: { data?: Record<string, unknown> } } };
  const { code, error, fields } = envelope.error?.json?.data ?? body;
  // Some REST rows list the messages.
  const text = Array.isArray(error) ? error.join(', ') : error;
  return { status, code, error: text, fields, wait: headers.get('retry-after') };
}

/** A file cannot be asked for over tRPC: who may ask is told so before the schema looks at the input. */
const isFileRefused = ({ rest }: DeclaredProcedure, overTrpc: Answer | undefined): boolean =>
  (rest?.[3]?.reply ?? 'json') !== 'json' && overTrpc?.status === 415;

test.for(STATES)(
  'every bad call is refused alike over REST and over tRPC: $name',
  {
    timeout: 240_000,
  },
  async ({ actors, shows, prepare }) => {
    const { bank, headers, things } = await matrixScene();
    await prepare(bank);
    const call = caller(bank);
    const seen = new Set<unknown>();
    for (const procedure of PROCEDURES) {
      for (const [what, input] of Object.entries(badInputs(procedure, things.own))) {
        for (const actor of actors) {
          const sent = actor === 'wrongToken' ? WRONG_TOKEN : headers[actor];
          const label = `${actor}: ${procedure.path} with ${what}`;
          const answers: Answer[] = [];
          for (const way of waysOf(procedure)) answers.push(answerOf(await way.send(call, sent, input)));
          const [overTrpc, overRest] = answers;
          expect(answers, label).toHaveLength(2);
          if (isFileRefused(procedure, overTrpc)) expect(overRest?.code, label).toBe('VALIDATION');
          else expect(overRest, label).toEqual(overTrpc);
          seen.add(overRest?.code);
          if (actor === 'nobody' && whoMay(procedure.path).who !== 'public')
            expect(overRest?.status, label).toBe(401);
        }
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining([...shows]));
  },
);
