import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { bankAccountId } from '#server/ledger/bank-account';
import { test } from '#server/testing/bank-test';
import { callerOf, makeCustomer, openFor } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';

const REASON = 'Suspeita de fraude';

describe('the list of accounts', () => {
  test('the list of accounts has every customer’s, newest first, never external accounts or the bank’s own', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    await openFor(bank, bruno.user, 'external');
    const savings = await openFor(bank, ana.user, 'savings');
    await admin.call.admin.accounts.adjust({ id: savings.id, amount: '20.00', reason: 'Guardado' });
    const listed = await admin.call.admin.accounts.list({});
    expect(listed).toEqual(await admin.call.account.list());
    expect(listed.accounts[0]).toEqual({
      id: savings.id,
      userId: ana.user.id,
      accountNumber: savings.accountNumber,
      accountType: 'savings',
      balance: '20.00',
      isActive: true,
      inactiveReason: null,
      createdAt: '2026-03-10T15:00:00.000Z',
      holder: { id: ana.user.id, name: 'Ana Moreira' },
    });
    expect(listed.accounts.map(({ id }) => id)).toEqual([savings.id, bruno.accountId, ana.accountId]);
    expect(listed).toMatchObject({ nextCursor: null, totals: { count: 3, balance: '120.00' } });
  });

  test('the list of accounts is searched by holder and number, filtered, and counted over all pages', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    const carla = await makeCustomer(bank, { fullName: 'Carla Falcão' });
    const list = admin.call.admin.accounts.list;
    const found = async (input: Parameters<typeof list>[0]) =>
      (await list(input)).accounts.map(({ id }) => id);
    expect(await found({ q: 'FALCAO' })).toEqual([carla.accountId]);
    const { accountNumber } = carla;
    for (const q of [accountNumber, accountNumber.replace('-', ''), accountNumber.slice(2, 8)])
      expect(await found({ q }), q).toContain(carla.accountId);
    expect(await found({ q: '99999999999' })).toEqual([]);
    expect(await found({ type: 'savings' })).toEqual([]);
    await openFor(bank, ana.user, 'investment');
    expect(await found({ type: 'deposits' })).toEqual([carla, bruno, ana].map(({ accountId }) => accountId));
    await admin.call.admin.accounts.freeze({ id: bruno.accountId, reason: REASON });
    expect(await found({ active: false })).toEqual([bruno.accountId]);
    const page = await list({ limit: 2, type: 'deposits' });
    expect(page.accounts.map(({ id }) => id)).toEqual([carla.accountId, bruno.accountId]);
    expect(page.totals).toEqual({ count: 3, balance: '100.00' });
    const next = await list({ limit: 2, type: 'deposits', cursor: page.nextCursor ?? 'none' });
    expect(next).toMatchObject({
      accounts: [{ id: ana.accountId }],
      nextCursor: null,
      totals: page.totals,
    });
  });

  test('a search by a document finds whose it is, not whom somebody has named by it, and tells its owner', async ({
    bank,
    admin,
    ana,
  }) => {
    const [cpf, masked] = ['529.982.247-25', '***.982.247-**'];
    for (const [index, written] of [cpf, masked, '52998224725'].entries())
      await makeCustomer(bank, { fullName: `Ana Moreira ${written}`, cpf: `4000000000${index}` });
    const { accounts, users } = admin.call.admin;
    for (const q of [cpf, '52998224725', masked]) {
      expect((await accounts.list({ q })).accounts.map(({ id }) => id)).toEqual([ana.accountId]);
      expect((await users.list({ q })).users.map(({ id }) => id)).toEqual([ana.user.id]);
    }
    expect((await accounts.list({ q: 'moreira' })).accounts).toHaveLength(4);
    expect((await admin.call.admin.audit.list({ action: 'view_user' })).logs).toHaveLength(1);
  });

  test('the list of accounts is refused to customers, to anybody not signed in, and with wrong input', async ({
    bank,
    ana,
    admin,
  }) => {
    expect(await codeOf(callerOf(bank, null).admin.accounts.list({}))).toBe('UNAUTHENTICATED');
    expect(await codeOf(ana.call.admin.accounts.list({}))).toBe('FORBIDDEN');
    const list = admin.call.admin.accounts.list;
    for (const wrong of [
      { cursor: 'x' },
      { limit: 201 },
      { type: 'bank' },
      { type: 'external' },
      { active: '1' },
    ])
      expect(await codeOf(list(wrong as object)), JSON.stringify(wrong)).toBe('VALIDATION');
  });
});

describe('freezing an account', () => {
  test('a frozen account neither sends nor receives until it is unfrozen; the holder is told, and it is audited', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    const id = ana.accountId;
    const frozen = await admin.call.admin.accounts.freeze({ id, reason: REASON });
    expect(frozen).toMatchObject({ id, isActive: false, inactiveReason: REASON, balance: '100.00' });
    const out = { accountNumber: bruno.accountNumber, amount: '1.00', description: 'Café' };
    expect(await codeOf(ana.call.account.transfer(out))).toBe('ACCOUNT_INACTIVE');
    const back = { ...out, accountNumber: ana.accountNumber };
    expect(await codeOf(bruno.call.account.transfer(back))).toBe('DESTINATION_INACTIVE');
    expect((await ana.call.account.list()).accounts[0]).not.toHaveProperty('inactiveReason');

    const free = await admin.call.admin.accounts.unfreeze({ id, reason: 'Esclarecido' });
    expect(free).toMatchObject({ id, isActive: true, inactiveReason: null });
    expect((await ana.call.account.transfer(out)).status).toBe('done');

    const { auditLog, notifications, outbox } = bank.db.tables;
    const rows = await bank.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
    expect(rows.map(({ action, entityType, changes }) => [action, entityType, changes])).toEqual([
      ['freeze_account', 'account', `{"reason":"${REASON}"}`],
      ['unfreeze_account', 'account', '{"reason":"Esclarecido"}'],
    ]);
    const told = await bank.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, ana.user.id))
      .orderBy(notifications.id);
    expect(told.map(({ kind }) => kind)).toEqual(['account_frozen', 'account_unfrozen']);
    const mails = (await bank.db.select().from(outbox).orderBy(outbox.id)).filter(({ kind }) =>
      kind.startsWith('account_'),
    );
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Sua conta ${ana.accountNumber} foi bloqueada`,
      `Sua conta ${ana.accountNumber} foi desbloqueada`,
    ]);
    expect(mails[0]?.text).toContain(`Motivo: ${REASON}`);
  });

  test('freezing is refused in the wrong state, for an account of no customer, to customers, and without a reason', async ({
    bank,
    ana,
    admin,
  }) => {
    const { freeze, unfreeze } = admin.call.admin.accounts;
    const id = ana.accountId;
    expect(await refusalOf(unfreeze({ id, reason: REASON }))).toMatchObject({
      status: 409,
      code: 'ACCOUNT_ALREADY_ACTIVE',
    });
    const external = await openFor(bank, ana.user, 'external');
    for (const other of ['x', ana.user.id, external.id, await bankAccountId(bank.db, 'adjustments')])
      for (const act of [freeze, unfreeze])
        expect(await codeOf(act({ id: other, reason: REASON }))).toBe('NOT_FOUND');
    expect((await refusalOf(freeze({ id, reason: '  ' }))).fields).toEqual({
      reason: 'Motivo é obrigatório',
    });
    expect(await codeOf(callerOf(bank, null).admin.accounts.freeze({ id, reason: REASON }))).toBe(
      'UNAUTHENTICATED',
    );
    expect(await codeOf(ana.call.admin.accounts.unfreeze({ id, reason: REASON }))).toBe('FORBIDDEN');

    const tries = Array.from({ length: 6 }, () => codeIfRefused(freeze({ id, reason: REASON })));
    expect((await Promise.all(tries)).sort()).toEqual([
      ...Array<string>(5).fill('ACCOUNT_ALREADY_FROZEN'),
      'done',
    ]);
    await bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      await tx
        .update(users)
        .set({ isActive: false, closedAt: bank.clock.now() })
        .where(eq(users.id, ana.user.id));
    });
    expect(await codeOf(unfreeze({ id, reason: REASON }))).toBe('USER_CLOSED');
  });

  test('no transfer goes through after a concurrent freeze', {
    tags: ['postgres'],
  }, async ({ bank, ana, bruno, admin }) => {
    const send = () =>
      ana.call.account.transfer({ accountNumber: bruno.accountNumber, amount: '1.00', description: 'Café' });
    const freeze = admin.call.admin.accounts.freeze({ id: ana.accountId, reason: REASON });
    const outcomes = await Promise.all([
      ...Array.from({ length: 12 }, () => codeIfRefused(send())),
      codeIfRefused(freeze),
    ]);
    const sent = outcomes.slice(0, -1).filter((code) => code === 'done').length;
    expect(outcomes.filter((code) => code !== 'done' && code !== 'ACCOUNT_INACTIVE')).toEqual([]);
    const { auditLog } = bank.db.tables;
    const rows = await bank.db.select().from(auditLog).orderBy(auditLog.seq);
    const frozenAt = rows.findIndex(({ action }) => action === 'freeze_account');
    expect(rows.slice(frozenAt).filter(({ action }) => action === 'transfer')).toEqual([]);
    expect(rows.filter(({ action }) => action === 'transfer')).toHaveLength(sent);
  });
});

const codeIfRefused = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => codeOf(Promise.reject(error)),
  );
