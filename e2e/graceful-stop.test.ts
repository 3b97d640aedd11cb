/** @module-tag prove */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { open } from '#db/open';
import { verifyLedger } from '#server/ledger/verify';
import { createAdminByCommand } from './admin.ts';
import { startBank } from './bank.ts';
import { engines } from './engines.ts';
import { ADMIN, caio, joana } from './people.ts';
import { newScript, type Script } from './script.ts';

const LANES = 24;

for (const { name, open: openEngine } of engines())
  describe(`SIGTERM under load on ${name}`, { tags: name === 'SQLite' ? [] : ['release'] }, () => {
    let engine: Awaited<ReturnType<typeof openEngine>>;
    const dataDir = mkdtempSync(join(tmpdir(), 'valebank-stop-'));
    beforeAll(async () => {
      engine = await openEngine();
    });
    afterAll(async () => {
      await engine.close();
      rmSync(dataDir, { recursive: true, force: true });
    });

    test('after SIGTERM every acknowledged transfer is stored, and no request got a reset connection', async () => {
      const env = { DATA_DIR: dataDir, LOG_LEVEL: 'error', ...engine.env };
      const bank = await startBank(env, { fromSource: true });
      await createAdminByCommand(engine.env, dataDir);
      const [from, to] = [await signUp(bank.origin, joana), await signUp(bank.origin, caio)];
      const admin = await signIn(bank.origin, ADMIN.cpf, ADMIN.password);
      const funded = await admin.call('POST', `/api/admin/accounts/${from.account.id}/adjust`, {
        amount: '100000.00',
        reason: 'Para a prova',
      });
      expect(funded.status).toBe(201);

      const acknowledged: string[] = [];
      const ends = new Map<string, number>();
      const lane = async (): Promise<void> => {
        const order = { accountNumber: to.account.accountNumber, amount: '0.01', description: 'Sob carga' };
        for (;;) {
          const answer = await from.script
            .call('POST', '/api/transfers', order)
            .catch((error: Error & { cause?: { code?: string } }) => String(error.cause?.code ?? error));
          if (typeof answer !== 'string' && answer.status === 201) {
            acknowledged.push(answer.body.transfer.id);
            continue;
          }
          const end = typeof answer === 'string' ? answer : `${answer.status}`;
          ends.set(end, (ends.get(end) ?? 0) + 1);
          return;
        }
      };
      const lanes = Array.from({ length: LANES }, lane);
      while (acknowledged.length < 200 && ends.size === 0)
        await new Promise((resolve) => setTimeout(resolve, 10));
      expect([...ends.keys()]).toEqual([]);
      await bank.stop();
      await Promise.all(lanes);
      // Refused, never cut off in the middle.
      for (const end of ends.keys()) expect(['503', 'ECONNREFUSED']).toContain(end);

      const db = await open(engine.env.DATABASE_URL ?? `file:${join(dataDir, 'valebank.db')}`);
      const { transactions } = db.tables;
      const kept = await db
        .select({ id: transactions.id })
        .from(transactions)
        .where(inArray(transactions.id, acknowledged));
      expect(kept).toHaveLength(acknowledged.length);
      expect((await verifyLedger(db)).ok).toBe(true);
      await db.close();

      const again = await startBank(env);
      const { body } = await (await signIn(again.origin, caio.cpf, caio.password)).call(
        'GET',
        '/api/accounts',
      );
      const [account] = body.accounts;
      expect(Number(account?.balance)).toBeGreaterThanOrEqual(acknowledged.length / 100);
      await again.stop();
    });
  });

async function signIn(origin: string, document: string, password: string): Promise<Script> {
  const script = newScript(origin);
  expect((await script.call('POST', '/api/auth/login', { document, password })).status).toBe(200);
  return script;
}

async function signUp(origin: string, person: typeof joana) {
  const script = newScript(origin);
  const { status } = await script.call('POST', '/api/auth/register', { ...person, acceptedTerms: true });
  expect(status).toBe(201);
  const { body } = await script.call('GET', '/api/accounts');
  const [account] = body.accounts;
  if (!account) throw new Error('no account');
  return { script, account };
}
