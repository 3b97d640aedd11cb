import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { formatCpf } from '#domain/tax-id';
import { createAdmin } from '#server/auth/create-admin';
import { send } from '#server/ledger/testing/bank';
import { test } from '#server/testing/bank-test';
import { caller, cookieOf } from '#server/testing/http-caller';
import { callerOf, freeze, makeAdmin, makeCustomer, openFor } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { userRow } from '#server/testing/user-row';

const REASON = 'Documento vencido';

const auditOf = (bank: TestBank, entityId: string) => {
  const { auditLog } = bank.db.tables;
  return bank.db
    .select({ action: auditLog.action, userName: auditLog.userName, changes: auditLog.changes })
    .from(auditLog)
    .where(eq(auditLog.entityId, entityId))
    .orderBy(auditLog.seq);
};

async function insertPeople(bank: TestBank, people: Parameters<typeof userRow>[0][]) {
  const rows = people.map(userRow);
  await bank.db.transaction(async (tx) => {
    for (const row of rows) await tx.insert(tx.tables.users).values(row);
  });
  return rows.map(({ id }) => id);
}

describe('the list of people', () => {
  test('the list of people has customers and administrators, newest first, with their balances and credits', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    const savings = await openFor(bank, ana.user, 'savings');
    const investment = await openFor(bank, ana.user, 'investment');
    await admin.call.admin.accounts.adjust({ id: savings.id, amount: '20.00', reason: 'Guardado' });
    await ana.call.account.transfer({
      accountNumber: bruno.accountNumber,
      amount: '1.50',
      description: 'Café',
    });
    const listed = await admin.call.admin.users.list({});
    expect(listed.users.map(({ id, totalBalance }) => [id, totalBalance])).toEqual([
      [bruno.user.id, '1.50'],
      [ana.user.id, '118.50'],
      [admin.user.id, '0.00'],
    ]);
    expect(listed).toMatchObject({ nextCursor: null, totals: { count: 3, active: 3 } });
    expect(listed.users[1]).toMatchObject({
      fullName: 'Ana Moreira',
      role: 'cliente',
      isActive: true,
      inactiveReason: null,
      closedAt: null,
    });
    const external = await openFor(bank, ana.user, 'external');
    await send(bank.db, ana.accountId, external.id, 8_00);
    const [found2] = (await admin.call.admin.users.list({ q: 'moreira' })).users;
    expect(found2).toMatchObject({ totalBalance: '110.50', externalBalance: '8.00' });
    await send(bank.db, external.id, ana.accountId, 8_00);
    // Frozen and invested money does not count.
    await freeze(bank, savings.id);
    const [found] = (await admin.call.admin.users.list({ q: 'moreira' })).users;
    expect([found?.totalBalance, investment.id]).toEqual(['98.50', expect.any(String)]);
  });

  test('the list of people masks documents and telephones; opening a whole record writes one audit row', async ({
    bank,
    ana,
    admin,
  }) => {
    await insertPeople(bank, [
      {
        fullName: 'Oficina Prado',
        cpf: null,
        cnpj: '12ABC34501DE35',
        phone: '1130001234',
        createdAt: bank.clock.now(),
      },
    ]);
    const page = await admin.call.admin.users.list({});
    const [company, person] = page.users;
    expect(company).toMatchObject({ cpf: null, cnpj: '**.ABC.345/01DE-**', phone: '(11) ****-1234' });
    expect(person).toMatchObject({
      cpf: '***.982.247-**',
      cnpj: null,
      phone: expect.stringContaining('*****-'),
    });
    const shown =
      'id fullName username email phone cpf cnpj role isActive createdAt totalBalance externalBalance inactiveReason closedAt';
    for (const user of page.users) expect(Object.keys(user).toSorted()).toEqual(shown.split(' ').toSorted());
    expect(await auditOf(bank, ana.user.id)).not.toContainEqual(
      expect.objectContaining({ action: 'view_user' }),
    );

    const act = await admin.call.admin.users.deactivate({ id: ana.user.id, reason: REASON });
    expect(Object.keys(act)).toEqual(Object.keys(person ?? {}));
    const whole = await admin.call.admin.users.get({ id: ana.user.id });
    expect(whole).toMatchObject({ cpf: '52998224725', monthlyIncome: '5000.00' });
    expect((await auditOf(bank, ana.user.id)).map(({ action }) => action)).toEqual([
      'deactivate_user',
      'view_user',
    ]);
  });

  test('the list of people is searched in names, e-mails and usernames, ignoring case and accents', async ({
    bank,
  }) => {
    const at = bank.clock.now();
    const admin = await makeAdmin(bank);
    const [joao, zoe] = await insertPeople(bank, [
      {
        fullName: 'JOÃO DA CONCEIÇÃO',
        username: 'jc_50%',
        email: 'jconceicao@correio.example',
        createdAt: at,
      },
      { fullName: 'Zoë Ångström', username: 'zoe', email: 'Zoe.A@Outra.example', createdAt: at },
    ]);
    const found = async (q: string) => (await admin.call.admin.users.list({ q })).users.map(({ id }) => id);
    for (const q of ['joão', 'JOAO', 'conceicao', 'da ConceiÇÃO', 'jc_50%', '_50', '%', '  joao  '])
      expect(await found(q), q).toEqual([joao]);
    for (const q of ['zoë', 'ZOE', 'angstrom', 'outra.EXAMPLE']) expect(await found(q), q).toEqual([zoe]);
    // No wildcards, no match across columns, no injection.
    for (const q of ['jo_o', 'jo%o', 'oj', 'conceicao jc', "' or 1=1 --", '\\', '"'])
      expect(await found(q), q).toEqual([]);
    expect(await found('   ')).toHaveLength(3);
  });

  test('the list of people finds a whole CPF or CNPJ, masked or not, and no part of one', async ({
    ana,
    admin,
  }) => {
    const found = async (q: string) => (await admin.call.admin.users.list({ q })).users.map(({ id }) => id);
    const cpf = (await admin.call.admin.users.get({ id: ana.user.id })).cpf ?? '';
    expect(await found(cpf)).toEqual([ana.user.id]);
    expect(await found(formatCpf(cpf))).toEqual([ana.user.id]);
    expect(await found(cpf.slice(0, 10))).toEqual([]);
    expect(await found('12.ABC.345/01DE-35')).toEqual([]);
  });

  test('the list of people is filtered by role and access, and counted over all pages', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    await admin.call.admin.users.deactivate({ id: bruno.user.id, reason: REASON });
    const list = admin.call.admin.users.list;
    expect((await list({ role: 'admin' })).users.map(({ id }) => id)).toEqual([admin.user.id]);
    expect((await list({ active: false })).users).toMatchObject([
      { id: bruno.user.id, inactiveReason: REASON },
    ]);
    const since = async (from: string) => (await list({ role: 'cliente', from })).totals.count;
    expect([await since('2026-03-10'), await since('2026-03-11')]).toEqual([2, 0]);
    expect(await codeOf(list({ from: '2026-02-30' }))).toBe('VALIDATION');
    const page = await list({ role: 'cliente', limit: 1 });
    expect(page.totals).toEqual({ count: 2, active: 1 });
    expect(page.users.map(({ id }) => id)).toEqual([bruno.user.id]);
    const next = await list({ role: 'cliente', limit: 1, cursor: page.nextCursor ?? 'none' });
    expect(next).toMatchObject({ users: [{ id: ana.user.id }], nextCursor: null, totals: page.totals });
    expect(bank.logged).not.toContain(REASON);
  });

  test('the pages of the list of people have everybody once, even with equal times and new arrivals', async ({
    bank,
  }) => {
    const admin = await makeAdmin(bank);
    const base = bank.clock.now().getTime();
    const older = await insertPeople(
      bank,
      Array.from({ length: 25 }, (_, index) => ({
        createdAt: new Date(base - Math.floor(index / 5) * 1000),
      })),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 10; pages += 1) {
      const page = await admin.call.admin.users.list({ limit: 4, ...(cursor && { cursor }) });
      seen.push(...page.users.map(({ id }) => id));
      await insertPeople(bank, [{ createdAt: new Date(base + 1000 + pages) }]);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(26);
    expect(new Set(seen)).toEqual(new Set([...older, admin.user.id]));
  });

  test('the list of people is refused to customers, to anybody not signed in, and with wrong input', async ({
    bank,
    ana,
    admin,
  }) => {
    expect(await codeOf(callerOf(bank, null).admin.users.list({}))).toBe('UNAUTHENTICATED');
    expect(await codeOf(ana.call.admin.users.list({}))).toBe('FORBIDDEN');
    const list = admin.call.admin.users.list;
    for (const cursor of ['x', '1', '1.', '.a', '-1.a', '1.a b', `1.${'a'.repeat(65)}`, '9999999999999999.a'])
      expect(await refusalOf(list({ cursor })), cursor).toMatchObject({
        code: 'VALIDATION',
        fields: { cursor: expect.any(String) },
      });
    for (const wrong of [
      { limit: 0 },
      { limit: 201 },
      { role: 'root' },
      { active: 'yes' },
      { q: 'x'.repeat(101) },
      { q: 7 },
    ])
      expect(await codeOf(list(wrong as object)), JSON.stringify(wrong)).toBe('VALIDATION');
  });
});

describe('one person’s record', () => {
  test('an administrator opens a person’s record, which is audited once in ten minutes', async ({
    bank,
    ana,
    admin,
  }) => {
    const get = admin.call.admin.users.get;
    expect(await get({ id: ana.user.id })).toMatchObject({ id: ana.user.id, totalBalance: '100.00' });
    expect(await get({ id: admin.user.id })).toMatchObject({ role: 'admin' });
    await get({ id: ana.user.id });
    const view = { action: 'view_user', userName: 'Helena Siqueira', changes: null };
    expect(await auditOf(bank, ana.user.id)).toEqual([view]);
    bank.clock.passSeconds(600);
    await get({ id: ana.user.id });
    expect(await auditOf(bank, ana.user.id)).toEqual([view, view]);
  });

  test('a person’s record is refused to everybody but administrators, and an unknown id writes no audit row', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    const { auditLog } = bank.db.tables;
    const before = await bank.db.$count(auditLog);
    expect(await codeOf(callerOf(bank, null).admin.users.get({ id: ana.user.id }))).toBe('UNAUTHENTICATED');
    expect(await codeOf(bruno.call.admin.users.get({ id: ana.user.id }))).toBe('FORBIDDEN');
    for (const id of ['x', ana.accountId])
      expect(await codeOf(admin.call.admin.users.get({ id }))).toBe('NOT_FOUND');
    for (const id of ['', 'a\u0000b', '../x'])
      expect(await codeOf(admin.call.admin.users.get({ id }))).toBe('VALIDATION');
    expect(await bank.db.$count(auditLog)).toBe(before);
  });
});

describe('users over REST', () => {
  test('the users’ REST answers have the documented form', async ({ bank }) => {
    const call = caller(bank);
    const helena = {
      fullName: 'Helena Siqueira',
      email: 'h@banco.example',
      cpf: '111.444.777-35',
      password: 'vale-admin-2026',
    };
    await createAdmin(bank, helena);
    const login = await call('POST', '/api/auth/login', { document: helena.cpf, password: helena.password });
    const headers = { cookie: cookieOf(login), 'x-requested-with': 'test' };
    const ana = await makeCustomer(bank, { fullName: 'Ana Moreira' });
    const users = await call('GET', '/api/admin/users?q=ana&active=true&limit=1', undefined, headers);
    expect(users.body).toMatchObject({
      users: [{ id: ana.user.id, totalBalance: '0.00' }],
      nextCursor: null,
      totals: { count: 1, active: 1 },
    });
    expect((await call('GET', `/api/users/${ana.user.id}`, undefined, headers)).body).toMatchObject({
      user: { id: ana.user.id },
    });
    const out = await call('POST', `/api/admin/users/${ana.user.id}/deactivate`, { reason: REASON }, headers);
    expect([out.status, out.body]).toMatchObject([200, { user: { isActive: false } }]);
    const back = await call('POST', `/api/admin/users/${ana.user.id}/activate`, { reason: REASON }, headers);
    expect(back.body).toMatchObject({ user: { isActive: true } });
  });
});
