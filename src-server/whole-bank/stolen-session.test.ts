import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#db/db';
import { declaredProcedures } from '#server/access/trpc';
import { appRouter } from '#server/router';
import { caller } from '#server/testing/http-caller';
import { MATRIX_INPUTS } from '#server/testing/matrix-inputs';
import { matrixScene } from '#server/testing/matrix-scene';
import { waysOf } from '#server/testing/ways';

/** Ends the session or the account's use, which a thief of its cookie may do. */
const ENDS_ACCESS = ['auth.logout', 'auth.sessions.end', 'auth.sessions.endOthers', 'auth.freeze'];

/** What a thief wants: money elsewhere, contacts, credentials, weaker protection. */
async function stealable(db: Db, userId: string) {
  const { tables } = db;
  const [user] = await db.select().from(tables.users).where(eq(tables.users.id, userId));
  if (!user) throw new Error('no user');
  const { email, pendingEmail, phone, passwordHash, totpSecret, isActive, closedAt } = user;
  const own = (table: 'accessTokens' | 'passkeys' | 'devices' | 'backupCodes' | 'paymentIntents') =>
    db.$count(tables[table], eq(tables[table].userId, userId));
  return {
    ...{ email, pendingEmail, phone, passwordHash, totpSecret, isActive, closedAt },
    tokens: await own('accessTokens'),
    passkeys: await own('passkeys'),
    devices: await own('devices'),
    backupCodes: await own('backupCodes'),
    payments: await own('paymentIntents'),
    orders: await db.$count(tables.paymentOrders, eq(tables.paymentOrders.userId, userId)),
  };
}

test('with the cookie of a session alone no procedure moves money to a new payee, changes a contact or makes a credential', {
  timeout: 120_000,
}, async () => {
  const { bank, headers, things, numbers } = await matrixScene();
  bank.env.MONEY_RULES = 'standard';
  await bank.db.transaction(async (tx) => {
    await tx.update(tx.tables.sessions).set({ passwordProvenAt: null, factorProvenAt: null });
    await tx.delete(tx.tables.recipients);
  });
  const call = caller(bank);
  const cookie = headers.customer;
  const before = await stealable(bank.db, things.own.userId);
  const transfer = { accountNumber: numbers.others, amount: '1.00', description: 'Furto' };
  const tries: Record<string, Record<string, unknown>> = {
    'account.transfer': { ...transfer, idempotencyKey: 'thief-1' },
    'account.cover.pay': { transfer, cover: '0.50', idempotencyKey: 'thief-2' },
    'pix.transfer': { pixKey: 'ladrao@correio.example', amount: '1.00', idempotencyKey: 'thief-3' },
    'auth.updateProfile': { email: 'ladrao@correio.example', phone: '(11) 91234-5678' },
    'auth.tokens.create': {
      name: 'Furto',
      scopes: ['read', 'money'],
      expiresAt: new Date(bank.clock.real().getTime() + 86_400_000).toISOString(),
    },
  };
  let asked = 0;
  for (const procedure of declaredProcedures(appRouter)) {
    if (procedure.type !== 'mutation' || ENDS_ACCESS.includes(procedure.path)) continue;
    const own = MATRIX_INPUTS[procedure.path]?.input(things.own) ?? {};
    for (const input of [own, { ...own, ...tries[procedure.path] }])
      for (const way of waysOf(procedure)) {
        await way.send(call, cookie, input);
        asked += 1;
      }
  }
  expect(asked).toBeGreaterThan(200);
  expect(await stealable(bank.db, things.own.userId)).toEqual(before);
  const { status, body } = await call('POST', '/api/transfers', transfer, {
    ...cookie,
    'idempotency-key': 'thief-4',
  });
  expect([status, body.code]).toEqual([403, 'CONFIRMATION_REQUIRED']);
});
