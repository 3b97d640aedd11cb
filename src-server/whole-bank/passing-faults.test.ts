/**
 * @module-tag prove
 * @module-tag postgresInCi
 */
import type Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engineOf } from '#db/engine';
import { open } from '#db/open';
import { openLink } from '#db/testing/link';
import { isStandIn, testEngine } from '#db/testing/test-db';
import { declaredProcedures } from '#server/access/trpc';
import { WEBHOOK_HEADER, WEBHOOK_PATH, webhookToken } from '#server/onboarding/webhook-token';
import { appRouter } from '#server/router';
import { caller, type Reply } from '#server/testing/http-caller';
import { MATRIX_INPUTS } from '#server/testing/matrix-inputs';
import { type MatrixActor, matrixScene } from '#server/testing/matrix-scene';
import type { TestBank } from '#server/testing/test-bank';
import { waysOf } from '#server/testing/ways';

type Scene = Awaited<ReturnType<typeof matrixScene>>;

const AT_ONCE = 20;

/** Calls every procedure in every way as each actor; returns the replies. */
async function askEverything({ headers, things }: Scene, bank: TestBank, actors: MatrixActor[]) {
  const call = caller(bank);
  const asks = actors.flatMap((actor) =>
    declaredProcedures(appRouter).flatMap((procedure) =>
      waysOf(procedure).map((way) => async (): Promise<[string, Reply]> => {
        const input = MATRIX_INPUTS[procedure.path]?.input(things.own) ?? {};
        return [`${actor}: ${way.name}`, await way.send(call, headers[actor], input)];
      }),
    ),
  );
  const replies: [string, Reply][] = [];
  for (let place = 0; place < asks.length; place += AT_ONCE)
    replies.push(...(await Promise.all(asks.slice(place, place + AT_ONCE).map((ask) => ask()))));
  return replies;
}

const isRetryable = ({ status, headers, text }: Reply): boolean =>
  status === 503 &&
  Number(headers.get('retry-after')) > 0 &&
  /"code":"(UNAVAILABLE|OUTCOME_UNKNOWN|BUSY)"/.test(text);

/** Replies of status 5xx that are neither retryable nor due to the missing provider. */
const failures = (replies: [string, Reply][]): string[] =>
  replies
    .filter(([, { status, text }]) => status >= 500 && !text.includes('"code":"PROVIDER_FAILED"'))
    .filter(([, reply]) => !isRetryable(reply))
    .map(([name, { status, text }]) => `${name}: ${status} ${text}`);

const bugsOf = ({ logged }: TestBank) => logged.filter((line) => line.includes('a request failed'));

describe.runIf(testEngine() === 'sqlite')('while SQLite takes no writes', () => {
  test('while SQLite takes no writes every call is answered or refused as unavailable, and nothing is logged as a bug', async () => {
    const scene = await matrixScene();
    const [writer] = engineOf(scene.bank.db).connections() as Database.Database[];
    writer?.pragma('query_only = ON');
    const replies = await askEverything(scene, scene.bank, ['nobody', 'customer', 'admin', 'moneyToken']);
    expect(failures(replies)).toEqual([]);
    expect(replies.filter(([, reply]) => isRetryable(reply)).length).toBeGreaterThan(100);
    expect(bugsOf(scene.bank)).toEqual([]);
    writer?.pragma('query_only = OFF');
  });
});

describe.runIf(testEngine() === 'postgres' && !isStandIn())('while PostgreSQL cannot be reached', () => {
  test('while PostgreSQL cannot be reached every call is refused as unavailable, and nothing is logged as a bug', async () => {
    const scene = await matrixScene();
    const link = await openLink(engineOf(scene.bank.db).url);
    const db = await open(link.url, { busyAfterMs: 50 });
    onTestFinished(() => db.close());
    await link.refuse();
    const bank = { ...scene.bank, db };
    const replies = await askEverything(scene, bank, ['customer', 'moneyToken']);
    expect(
      replies.filter(([, reply]) => !isRetryable(reply)).map(([name, { text }]) => [name, text]),
    ).toEqual([]);
    const event = { id: 'evt_1', event: 'PAYMENT_RECEIVED' };
    const told = await caller(bank)('POST', WEBHOOK_PATH, event, { [WEBHOOK_HEADER]: webhookToken(bank) });
    expect(isRetryable(told)).toBe(true);
    expect(bugsOf(bank)).toEqual([]);
  });
});
