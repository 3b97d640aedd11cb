/** @module-tag postgresInCi */
import { eq, like } from 'drizzle-orm';
import { expect } from 'vitest';
import { ATTEMPT_LIMITS, type AttemptKind, REPEATED_MAIL_LIMITS } from '#domain/limits';
import { bucketOf } from '#server/auth/attempt-window';
import { openProvider } from '#server/provider/client';
import { reply, tinyProvider } from '#server/provider/testing/tiny-provider';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { test as pixTest } from './testing/pix-test.ts';
import { activate, auditedChanges, type Customer, pixScene } from './testing/scene.ts';

const test = pixTest.extend('approved', async () => {
  const scene = await pixScene();
  for (const one of [scene.ana, scene.bruno]) await activate(scene, one);
  return scene;
});

type Kind = Extract<AttemptKind, 'keyMade' | 'keyDeleted'>;

async function countOf({ db }: TestBank, { user }: Customer, kind: Kind): Promise<number> {
  const { attempts } = db.tables;
  const [row] = await db
    .select({ count: attempts.count })
    .from(attempts)
    .where(eq(attempts.bucket, bucketOf(kind, user.id)));
  return row?.count ?? 0;
}

/** As if so many had been made in this window, all of them in the session that has made one. */
const setCount = ({ db }: TestBank, { user }: Customer, kind: Kind, count: number) =>
  db.transaction((tx) =>
    tx
      .update(tx.tables.attempts)
      .set({ count })
      .where(like(tx.tables.attempts.bucket, `${bucketOf(kind, user.id)}%`)),
  );

const { keyMade, keyDeleted } = ATTEMPT_LIMITS;

test('PIX keys are made up to the limit of a day, also at once, by each customer alone; all can be deleted then', async ({
  approved: { bank, ana, bruno },
}) => {
  const { keys } = ana.call.pix;
  const first = await keys.create({ type: 'EVP' });
  await setCount(bank, ana, 'keyMade', keyMade.max - 2);
  const codes = await settledCodes([1, 2, 3, 4].map(() => keys.create({ type: 'EVP' })));
  expect(codes.sort()).toEqual(['TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS', 'done', 'done']);
  expect(await refusalOf(keys.create({ type: 'EVP' }))).toMatchObject({
    status: 429,
    retryAfterSeconds: keyMade.windowSeconds,
  });
  expect(await auditedChanges(bank, 'create_pix_key')).toHaveLength(3);
  await bruno.call.pix.keys.create({ type: 'EVP' });

  for (const { id } of await keys.list()) await keys.remove({ id });
  expect(await keys.list()).toEqual([]);
  expect(await codeOf(keys.remove({ id: first.id }))).toBe('NOT_FOUND');
  expect(await countOf(bank, ana, 'keyDeleted')).toBe(3);
  bank.clock.passSeconds(keyMade.windowSeconds);
  await keys.create({ type: 'EVP' });
  expect(await countOf(bank, ana, 'keyMade')).toBe(1);
});

test('PIX keys are deleted up to the limit of a day', async ({ approved: { bank, ana } }) => {
  const { keys } = ana.call.pix;
  for (let place = 0; place < 3; place += 1) await keys.create({ type: 'EVP' });
  const [one, ...others] = await keys.list();
  await keys.remove({ id: one?.id ?? '' });
  await setCount(bank, ana, 'keyDeleted', keyDeleted.max - 1);
  const codes = await settledCodes(others.map(({ id }) => keys.remove({ id })));
  expect(codes.sort()).toEqual(['TOO_MANY_ATTEMPTS', 'done']);
  expect(await keys.list()).toHaveLength(1);
});

test('what is refused before or by the provider counts no PIX key made or deleted', async ({
  approved: { bank, ana, simulator },
}) => {
  const { keys } = ana.call.pix;
  expect(await codeOf(keys.create({ type: 'CPF', key: '11144477735' }))).toBe('KEY_NOT_OWN');
  expect(await codeOf(keys.remove({ id: 'none' }))).toBe('NOT_FOUND');
  simulator.simulator.switches.evpOnly = true;
  expect(await codeOf(keys.create({ type: 'CPF', key: '52998224725' }))).toBe('PROVIDER_REFUSED');
  for (const status of [400, 429]) {
    const { url } = await tinyProvider((response, { method }) => {
      const data = [{ id: 'k1', key: '52998224725', type: 'CPF', status: 'ACTIVE' }];
      if (method === 'GET') return reply(response, 200, { hasMore: false, data });
      reply(response, status, { errors: [] });
    });
    bank.provider = openProvider({ url, apiKey: 'root' });
    const { pix } = callerOf(bank, ana.user);
    const code = status === 429 ? 'PROVIDER_BUSY' : 'PROVIDER_REFUSED';
    expect(await codeOf(pix.keys.create({ type: 'EVP' }))).toBe(code);
    expect(await codeOf(pix.keys.remove({ id: 'k1' }))).toBe(code);
  }
  for (const kind of ['keyMade', 'keyDeleted'] as const) expect(await countOf(bank, ana, kind)).toBe(0);
});

test('a PIX key that is being deleted is not deleted again, which would count and be told', async ({
  approved: { bank, ana },
}) => {
  const { url } = await tinyProvider((response, { method }) => {
    const key = { id: 'k1', key: '52998224725', type: 'CPF', status: 'AWAITING_DELETION' };
    reply(response, 200, method === 'GET' ? { hasMore: false, data: [key] } : key);
  });
  bank.provider = openProvider({ url, apiKey: 'root' });
  expect(await codeOf(callerOf(bank, ana.user).pix.keys.remove({ id: 'k1' }))).toBe('NOT_FOUND');
  expect(await auditedChanges(bank, 'delete_pix_key')).toEqual([]);
});

test('each PIX key made and deleted is told by letter at a confirmed address, so that random ones silence none', async ({
  approved: { bank, ana },
}) => {
  const { outbox, users } = bank.db.tables;
  const letters = (kind: string) => bank.db.$count(outbox, eq(outbox.kind, kind));
  const { each } = REPEATED_MAIL_LIMITS;
  const makeAndDelete = async (emailConfirmedAt: Date | null) => {
    await bank.db.transaction((tx) =>
      tx.update(users).set({ emailConfirmedAt }).where(eq(users.id, ana.user.id)),
    );
    for (let time = 0; time <= each; time += 1) {
      const { id } = await ana.call.pix.keys.create({ type: 'EVP' });
      await ana.call.pix.keys.remove({ id });
    }
    return [await letters('key_made'), await letters('key_deleted')];
  };
  expect(await makeAndDelete(bank.clock.real())).toEqual([each + 1, each + 1]);
  expect(await makeAndDelete(null)).toEqual([2 * each + 1, 2 * each + 1]);
});
