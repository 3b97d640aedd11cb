import { eq, isNull, like } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { FRESH_PROOF_SECONDS } from '#domain/limits';
import { newTokenSecret, tokenHashOf } from '#server/auth/access-token';
import { withPasskey } from '#server/auth/testing/security-key';
import { test } from '#server/testing/bank-test';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { openInProduction } from '#server/testing/in-production';
import { callerOf, makeAdmin } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';

const REASON = 'Documento vencido';

const auditOf = (bank: TestBank, entityId: string) => {
  const { auditLog } = bank.db.tables;
  return bank.db
    .select({ action: auditLog.action, userName: auditLog.userName, changes: auditLog.changes })
    .from(auditLog)
    .where(eq(auditLog.entityId, entityId))
    .orderBy(auditLog.seq);
};

describe('taking access away and giving it back', () => {
  test('a deactivated person is neither paid nor looked up by other customers until active again', async ({
    setup: { ana, bruno, admin },
  }) => {
    const { users } = admin.call.admin;
    const { accountNumber } = bruno;
    const pay = () => ana.call.account.transfer({ accountNumber, amount: '1.00', description: 'Almoço' });
    await users.deactivate({ id: bruno.user.id, reason: REASON });
    const refused = { status: 409, code: 'DESTINATION_INACTIVE', error: 'Conta de destino inativa' };
    expect(await refusalOf(pay())).toMatchObject(refused);
    expect(await refusalOf(ana.call.account.lookup({ accountNumber }))).toMatchObject(refused);
    await users.activate({ id: bruno.user.id, reason: 'Documento novo' });
    expect(await pay()).toMatchObject({ status: 'done', amount: '1.00' });
  });

  test('a deactivation ends the passkeys and devices of the last 72 hours, which would count by the time of the activation', async ({
    setup: { bank, ana, admin },
  }) => {
    const { passkeyId } = await withPasskey(bank, ana.user.id, 4 * 86_400);
    await withPasskey(bank, ana.user.id, 3_600);
    await admin.call.admin.users.deactivate({ id: ana.user.id, reason: REASON });
    const { passkeys } = bank.db.tables;
    const open = await bank.db.select().from(passkeys).where(isNull(passkeys.endedAt));
    expect(open).toMatchObject([{ id: passkeyId }]);
  });

  test('a deactivation ends sessions and tokens at once, tells the person, and is audited', async ({
    bank,
    rest,
  }) => {
    const call = caller(bank);
    const registered = await rest('POST', '/api/auth/register', joana);
    const { id } = registered.body.user;
    const cookie = cookieOf(registered);
    const secret = newTokenSecret();
    await bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      await tx.update(users).set({ emailConfirmedAt: bank.clock.real() }).where(eq(users.id, id));
      await tx.insert(tx.tables.accessTokens).values({
        id: 'token',
        userId: id,
        name: 'planilha',
        tokenHash: tokenHashOf(secret),
        mayMoveMoney: false,
        createdAt: bank.clock.real(),
        expiresAt: new Date(bank.clock.real().getTime() + 86_400_000),
      });
    });
    const me = async () => {
      const bySession = await call('GET', '/api/auth/me', undefined, { cookie });
      const byToken = await call('GET', '/api/accounts', undefined, { authorization: `Bearer ${secret}` });
      return [bySession.status, byToken.status];
    };
    expect(await me()).toEqual([200, 200]);
    const admin = await makeAdmin(bank);
    const out = await admin.call.admin.users.deactivate({ id, reason: REASON });
    expect(out).toMatchObject({ id, isActive: false, inactiveReason: REASON });
    expect(await me()).toEqual([401, 401]);
    const login = { document: joana.cpf, password: joana.password };
    expect((await call('POST', '/api/auth/login', login)).body).toMatchObject({ code: 'USER_INACTIVE' });

    const back = await admin.call.admin.users.activate({ id, reason: 'Documento novo' });
    expect(back).toMatchObject({ id, isActive: true, inactiveReason: null });
    expect(await me()).toEqual([401, 401]);
    expect((await call('POST', '/api/auth/login', login)).status).toBe(200);

    expect((await auditOf(bank, id)).filter(({ action }) => action.endsWith('activate_user'))).toEqual([
      { action: 'deactivate_user', userName: 'Helena Siqueira', changes: JSON.stringify({ reason: REASON }) },
      { action: 'activate_user', userName: 'Helena Siqueira', changes: '{"reason":"Documento novo"}' },
    ]);
    const { outbox } = bank.db.tables;
    const mails = await bank.db
      .select()
      .from(outbox)
      .where(like(outbox.kind, 'user_%'))
      .orderBy(outbox.subject);
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [joana.email, 'Seu acesso foi desativado'],
      [joana.email, 'Seu acesso foi reativado'],
    ]);
    expect(mails[0]?.text).toContain(`Motivo: ${REASON}`);
  });

  test('a change of access is refused in the wrong state, for oneself, for an unknown user, and without a reason', async ({
    bank,
    ana,
    admin,
  }) => {
    const { activate, deactivate } = admin.call.admin.users;
    const id = ana.user.id;
    expect(await refusalOf(activate({ id, reason: REASON }))).toMatchObject({
      status: 409,
      code: 'USER_ALREADY_ACTIVE',
    });
    await deactivate({ id, reason: REASON });
    expect(await refusalOf(deactivate({ id, reason: REASON }))).toMatchObject({
      status: 409,
      code: 'USER_ALREADY_INACTIVE',
    });
    expect(await refusalOf(deactivate({ id: admin.user.id, reason: REASON }))).toMatchObject({
      status: 409,
      code: 'OWN_ACCESS',
    });
    for (const act of [activate, deactivate]) {
      expect(await codeOf(act({ id: 'x', reason: REASON }))).toBe('NOT_FOUND');
      for (const reason of ['', ' a ', 'x'.repeat(141)])
        expect(await refusalOf(act({ id, reason }))).toMatchObject({
          status: 400,
          fields: { reason: expect.any(String) },
        });
    }
    for (const call of [callerOf(bank, null), ana.call]) {
      expect(['UNAUTHENTICATED', 'FORBIDDEN']).toContain(
        await codeOf(call.admin.users.deactivate({ id, reason: REASON })),
      );
      expect(['UNAUTHENTICATED', 'FORBIDDEN']).toContain(
        await codeOf(call.admin.users.activate({ id, reason: REASON })),
      );
    }
  });

  test('an account closed by its customer cannot be activated again', async ({ bank, ana, admin }) => {
    const { users } = bank.db.tables;
    await bank.db.transaction(async (tx) => {
      await tx
        .update(users)
        .set({ isActive: false, closedAt: bank.clock.now() })
        .where(eq(users.id, ana.user.id));
    });
    expect(await codeOf(admin.call.admin.users.activate({ id: ana.user.id, reason: REASON }))).toBe(
      'USER_CLOSED',
    );
  });

  test('of concurrent changes of access one is done', { tags: ['postgres'] }, async ({
    bank,
    ana,
    admin,
  }) => {
    const id = ana.user.id;
    const codes = await Promise.all(
      Array.from({ length: 8 }, () =>
        admin.call.admin.users.deactivate({ id, reason: REASON }).then(
          () => 'done',
          () => 'refused',
        ),
      ),
    );
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(await auditOf(bank, id)).toHaveLength(1);
  });

  test('concurrent deactivations leave the bank at least one administrator', {
    tags: ['postgres'],
  }, async ({ bank }) => {
    const { users } = bank.db.tables;
    const admins = await Promise.all(Array.from({ length: 4 }, () => makeAdmin(bank)));
    await Promise.allSettled(
      admins.flatMap(({ call, user }) =>
        admins
          .filter((other) => other.user.id !== user.id)
          .map((other) => call.admin.users.deactivate({ id: other.user.id, reason: REASON })),
      ),
    );
    expect(await bank.db.$count(users, eq(users.isActive, true))).toBe(1);
  });

  test('a deactivated administrator cannot change access', async ({ bank }) => {
    const [one, other] = [await makeAdmin(bank), await makeAdmin(bank)];
    await one.call.admin.users.deactivate({ id: other.user.id, reason: REASON });
    const late = other.call.admin.users.deactivate({ id: one.user.id, reason: REASON });
    expect(await codeOf(late)).toBe('UNAUTHENTICATED');
  });
});

test('in production access and accounts are stopped and given back with a fresh proof only', async () => {
  const { bank, admin, ana } = await openInProduction();
  const { users, accounts } = admin.call.admin;
  const person = { id: ana.user.id, reason: 'Pedido da titular' };
  const account = { id: ana.accountId, reason: 'Pedido da titular' };
  await users.deactivate(person);
  await users.activate(person);
  await accounts.freeze(account);
  await accounts.unfreeze(account);
  bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
  const stale = [
    users.deactivate(person),
    users.activate(person),
    accounts.freeze(account),
    accounts.unfreeze(account),
  ];
  expect(new Set(await settledCodes(stale))).toEqual(new Set(['REAUTHENTICATE']));
});
