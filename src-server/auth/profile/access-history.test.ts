/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { type AuditEvent, record } from '#server/audit/record';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { Browser } from '../testing/browser.ts';
import { profileScene, signedInAdmin } from '../testing/profile-scene.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

async function watchedScene() {
  const scene = await profileScene();
  const { bank, browser, user } = scene;
  const { user: helena } = await signedInAdmin(bank);
  const { accounts } = bank.db.tables;
  const [account] = await bank.db.select().from(accounts).where(eq(accounts.userId, user.id));
  const act = async (
    event: Omit<AuditEvent, 'changes'>,
    by: { id: string; fullName: string } | null = helena,
  ) => {
    bank.clock.passSeconds(1);
    const request = { ip: '198.51.100.9', userAgent: FIREFOX };
    await bank.db.transaction((tx) => record(tx, { ...bank, request, user: by }, event));
  };
  const history = (input: { limit?: number; cursor?: string } = {}) =>
    browser.ask((caller) => caller.accessHistory(input));
  return { ...scene, helena, accountId: account?.id ?? '', act, history };
}

const test = bankTest.extend('scene', () => watchedScene());

test('the index of the access history leaves out what people write about themselves, and is used', async ({
  scene: { bank, user },
}) => {
  const raw = await openRaw(engineOf(bank.db).url);
  onTestFinished(() => raw.close());
  const isSqlite = bank.db.engine === 'sqlite';
  const query = (hint: string) => `SELECT id FROM audit_log ${hint} WHERE entity_id IN ('${user.id}', 'a')
    AND entity_type in ('user', 'account') AND user_id <> entity_id`;
  if (isSqlite) {
    // Throws if the index cannot answer the query.
    await raw.run(query('INDEXED BY audit_log_about'));
  } else {
    await raw.run('SET enable_seqscan = off');
    expect(JSON.stringify(await raw.run(`EXPLAIN ${query('')}`))).toContain('audit_log_about');
  }
  const [index] = await raw.run(
    isSqlite
      ? "SELECT sql AS text FROM sqlite_master WHERE name = 'audit_log_about'"
      : "SELECT indexdef AS text FROM pg_indexes WHERE indexname = 'audit_log_about'",
  );
  expect(String(index?.text)).toMatch(/user_id.* <> .*entity_id/s);
});

describe('the access history of a record', () => {
  test('the access history is shown to its owner alone, and accepts its own cursors only', async ({
    scene: { bank, history },
  }) => {
    expect(await codeOf(new Browser(bank).ask((caller) => caller.accessHistory({})))).toBe('UNAUTHENTICATED');
    expect((await refusalOf(history({ cursor: "1' or 1=1" }))).fields).toEqual({ cursor: 'Cursor inválido' });
    expect(await codeOf(history({ limit: 201 }))).toBe('VALIDATION');
  });

  test('the access history is empty until somebody opens the record', async () => {
    const { browser } = await profileScene();
    expect(await browser.ask((caller) => caller.accessHistory({}))).toEqual({ views: [], nextCursor: null });
  });

  test('the access history has what others did to the record and its accounts, and nothing else', async ({
    scene: { user, helena, accountId, act, history, bank },
  }) => {
    const other = await profileScene(bank);
    await act({ action: 'view_user', entityType: 'user', entityId: user.id });
    await act({ action: 'update_user', entityType: 'user', entityId: user.id }, user);
    await act({ action: 'update_user', entityType: 'user', entityId: user.id }, null);
    await act({ action: 'view_user', entityType: 'user', entityId: other.user.id });
    await act({ action: 'transfer', entityType: 'transaction', entityId: user.id });
    await act({ action: 'create_account', entityType: 'account', entityId: accountId });
    expect(await history()).toEqual({
      views: [
        {
          id: expect.any(String),
          at: '2026-03-10T15:00:06.000Z',
          byName: helena.fullName,
          action: 'create_account',
          device: 'Firefox no Windows',
        },
        {
          id: expect.any(String),
          at: '2026-03-10T15:00:01.000Z',
          byName: helena.fullName,
          action: 'view_user',
          device: 'Firefox no Windows',
        },
      ],
      nextCursor: null,
    });
  });

  test('the access history comes in pages', async ({ scene: { user, act, history } }) => {
    for (let turn = 0; turn < 5; turn += 1)
      await act({ action: 'view_user', entityType: 'user', entityId: user.id });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof history>> = await history({
        limit: 2,
        ...(cursor && { cursor }),
      });
      expect(page.views.length).toBeLessThanOrEqual(2);
      seen.push(...page.views.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
    expect((await history()).views.map(({ id }) => id)).toEqual(seen);
  });
});
