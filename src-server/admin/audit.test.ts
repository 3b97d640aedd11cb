/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { record } from '#server/audit/record';
import { createAdmin } from '#server/auth/create-admin';
import type { Actor } from '#server/kernel/context';
import { tamper } from '#server/ledger/testing/tamper';
import { test as bankTest } from '#server/testing/bank-test';
import { caller, cookieOf } from '#server/testing/http-caller';
import { callerOf } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { restClient } from '#server/testing/rest-client';
import { type TestBank, testBank } from '#server/testing/test-bank';

type Event = Parameters<typeof record>[2];

const append = (bank: TestBank, user: Pick<Actor, 'id' | 'fullName'> | null, event: Event) =>
  bank.db.transaction((tx) =>
    record(tx, { ...bank, user, request: { ip: '198.51.100.4', userAgent: 'curl/8' } }, event),
  );

const login = { action: 'login', entityType: 'session', entityId: null } as const;

/** Four rows of three people over three days, after the bank's own first row. */
const test = bankTest.extend('scene', async ({ setup }) => {
  const { bank, ana, bruno } = setup;
  const joao = { id: 'joao', fullName: 'João Conceição' };
  bank.clock.set('2026-03-11T00:00:00-03:00');
  await append(bank, ana.user, login);
  bank.clock.set('2026-03-11T23:59:59.999-03:00');
  await append(bank, joao, { action: 'sign_contract', entityType: 'contract', entityId: 'c' });
  bank.clock.set('2026-03-12T00:00:00-03:00');
  await append(bank, bruno.user, login);
  await append(bank, null, { action: 'approve_credit', entityType: 'credit_proposal', entityId: 'p' });
  return setup;
});

describe('the audit log', () => {
  test('the audit log is listed newest first, in pages, with a total over all of them', async ({
    scene: { ana, admin },
  }) => {
    const list = admin.call.admin.audit.list;
    const whole = await list({});
    expect(whole.logs.map(({ action }) => action)).toEqual([
      'approve_credit',
      'login',
      'sign_contract',
      'login',
      'manual_adjustment',
    ]);
    expect(whole).toMatchObject({ nextCursor: null, totals: { count: 5 } });
    expect(whole.logs[3]).toEqual({
      id: expect.any(String),
      userId: ana.user.id,
      userName: 'Ana Moreira',
      action: 'login',
      entityType: 'session',
      entityId: null,
      changes: null,
      ipAddress: '198.51.100.4',
      userAgent: 'curl/8',
      createdAt: '2026-03-11T03:00:00.000Z',
      target: null,
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.logs.map(({ id }) => id));
      expect(page.totals).toEqual(cursor ? null : { count: 5, isMore: false });
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(whole.logs.map(({ id }) => id));
  });

  test('the audit log is searched by name, action or type, in English and Portuguese, and filtered', async ({
    scene: { ana, bruno, admin },
  }) => {
    const found = async (input: Parameters<typeof admin.call.admin.audit.list>[0]) => {
      const { logs, totals } = await admin.call.admin.audit.list(input);
      expect(totals).toEqual({ count: logs.length, isMore: false });
      return logs.map(({ userName, action }) => userName ?? action);
    };
    for (const q of ['moreira', 'ANA', 'a mo']) expect(await found({ q }), q).toEqual(['Ana Moreira']);
    for (const q of ['joão', 'CONCEICAO', 'sign_', 'Assinar Contrato', 'assinar', 'contract'])
      expect(await found({ q }), q).toEqual(['João Conceição']);
    for (const q of ['login', 'SESSÃO', 'session'])
      expect(await found({ q })).toEqual(['Bruno Nogueira', 'Ana Moreira']);
    for (const q of ['aprovar', 'credit_prop', 'Proposta de'])
      expect(await found({ q })).toEqual(['approve_credit']);
    for (const q of ['%', 'log_n', "'", 'ninguém']) expect(await found({ q })).toEqual([]);
    expect(await found({ action: 'login' })).toHaveLength(2);
    expect(await found({ action: 'log' })).toEqual([]);
    expect(await found({ action: 'login', q: 'bruno' })).toEqual(['Bruno Nogueira']);
    expect(await found({ action: 'sign_contract', q: 'bruno' })).toEqual([]);
    expect(await found({ userId: bruno.user.id })).toEqual(['Bruno Nogueira']);
    expect(await found({ entityType: 'session', userId: ana.user.id })).toEqual(['Ana Moreira']);
    expect(await found({ from: '2026-03-11', to: '2026-03-11' })).toEqual(['João Conceição', 'Ana Moreira']);
    expect(await found({ from: '2026-03-12' })).toEqual(['approve_credit', 'Bruno Nogueira']);
    expect(await found({ to: '2026-03-10' })).toEqual(['Helena Siqueira']);
    expect(await found({ from: '2026-03-12', to: '2026-03-11' })).toEqual([]);
  });

  test('the audit log is filtered by target and by address, and names what a row is about', async ({
    scene: { ana, admin, bank },
  }) => {
    const ofContract = await admin.call.admin.audit.list({ entityId: 'c' });
    expect(ofContract.logs.map(({ action, target }) => [action, target])).toEqual([['sign_contract', null]]);
    const { logs, totals } = await admin.call.admin.audit.list({ ip: '198.51.100.4' });
    expect(totals?.count).toBe(4);
    expect(new Set(logs.map(({ ipAddress }) => ipAddress))).toEqual(new Set(['198.51.100.4']));
    expect((await admin.call.admin.audit.list({ ip: '203.0.113.9' })).logs).toEqual([]);
    await append(bank, null, { action: 'update_user', entityType: 'user', entityId: ana.user.id });
    await append(bank, null, { action: 'freeze_account', entityType: 'account', entityId: ana.accountId });
    const named = (await admin.call.admin.audit.list({ limit: 2 })).logs.map(({ target }) => target);
    expect(named).toEqual([
      { name: ana.accountNumber, holderId: ana.user.id },
      { name: ana.user.fullName, holderId: ana.user.id },
    ]);
    for (const wrong of [{ ip: 'x y' }, { entityId: "'" }])
      expect(await codeOf(admin.call.admin.audit.list(wrong))).toBe('VALIDATION');
  });

  test('the audit log is refused to customers, to anybody not signed in, and with wrong input', async ({
    bank,
    ana,
    admin,
  }) => {
    for (const [call, code] of [
      [callerOf(bank, null), 'UNAUTHENTICATED'],
      [ana.call, 'FORBIDDEN'],
    ] as const) {
      expect(await codeOf(call.admin.audit.list({}))).toBe(code);
      expect(await codeOf(call.admin.audit.export({}))).toBe(code);
      expect(await codeOf(call.admin.audit.verify())).toBe(code);
    }
    for (const wrong of [
      { cursor: 'x' },
      { cursor: '1.2' },
      { limit: 0 },
      { action: "x'" },
      { entityType: 'A b' },
      { from: '10/03/2026' },
      { userId: 'a\u0000' },
    ])
      expect(await codeOf(admin.call.admin.audit.list(wrong)), JSON.stringify(wrong)).toBe('VALIDATION');
    expect((await admin.call.admin.audit.list({})).logs).toHaveLength(1);
  });
});

async function adminOverHttp() {
  const bank = await testBank();
  const [call, rest] = [caller(bank), restClient(bank)];
  const helena = {
    fullName: 'Helena Siqueira',
    email: 'h@banco.example',
    cpf: '111.444.777-35',
    password: 'vale-admin-2026',
  };
  await createAdmin(bank, helena);
  const answer = await call('POST', '/api/auth/login', { document: helena.cpf, password: helena.password });
  const headers = { cookie: cookieOf(answer), 'x-requested-with': 'test' };
  return {
    bank,
    get: (path: string) => call('GET', path, undefined, headers),
    post: (path: string) => call('POST', path, {}, headers),
    logs: async (filters: Parameters<typeof rest<'GET', '/api/admin/audit'>>[2] = {}) =>
      (await rest('GET', '/api/admin/audit', filters, headers)).body,
  };
}

describe('the audit log as a file', () => {
  test('the audit file has all filtered rows, begins with its own export, and contains no formula', async () => {
    const { bank, get, logs } = await adminOverHttp();
    const evil = { id: 'evil', fullName: '=HYPERLINK("http://x";"y")' };
    for (const fullName of ['+1', '-1', '@SUM(A1)']) await append(bank, { id: 'evil', fullName }, login);
    await append(bank, evil, { ...login, changes: { to: '=1+1', note: 'a;b"c' } });
    await Promise.all(
      Array.from({ length: 450 }, (_, index) =>
        append(bank, { id: 'x', fullName: `Pessoa ${index}` }, login),
      ),
    );
    const { status, headers, text } = await get('/api/admin/audit/export?entityType=session');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toContain('attachment; filename="auditoria-2026-03-10.csv"');
    expect(text.startsWith('Sequência;Data;Hora;Usuário;')).toBe(true);
    const lines = text.trimEnd().split('\r\n');
    // 454 rows of this test, and the administrator's login.
    expect(lines).toHaveLength(1 + 455);
    expect(text).toContain(`"'=HYPERLINK(""http://x"";""y"")"`);
    for (const name of ['+1', '-1', '@SUM(A1)']) expect(text).toContain(`"'${name}"`);
    expect(text).toContain('"{""note"":""a;b\\""c"",""to"":""=1+1""}"');
    expect(text).not.toMatch(/(^|;)"?[=+@-]/m);

    const whole = await get('/api/admin/audit/export');
    const [, first] = whole.text.split('\r\n');
    expect(first).toContain('"Exportar Auditoria";"export_audit";"Auditoria"');
    const exports = await logs({ action: 'export_audit' });
    expect(exports.logs.map(({ changes }) => changes)).toEqual(['{}', '{"entityType":"session"}']);
    expect((await get('/api/admin/audit/export?from=x')).status).toBe(400);
  });

  test('the audit file is limited to 20 a minute', async ({ admin }) => {
    const exports = Array.from({ length: 21 }, () => admin.call.admin.audit.export({}));
    const outcomes = await Promise.allSettled(exports);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });
});

describe('the verification of the audit log', () => {
  test('the verification of the audit log says that it is intact, or where it breaks first', async () => {
    const { bank, post, logs } = await adminOverHttp();
    for (let row = 0; row < 5; row += 1) await append(bank, null, login);
    const whole = await post('/api/admin/audit/verify');
    const { totals } = await logs();
    expect([whole.status, whole.body]).toEqual([
      200,
      { ok: true, firstBrokenSeq: null, checked: totals?.count },
    ]);
    await tamper(bank.db, "update audit_log set user_name = 'Outra Pessoa' where seq = 3");
    expect((await post('/api/admin/audit/verify')).body).toEqual({
      ok: false,
      firstBrokenSeq: 3,
      checked: 2,
    });
    await tamper(bank.db, 'update audit_log set user_name = null where seq = 3');
    expect((await post('/api/admin/audit/verify')).body).toMatchObject({ ok: true });
  });
});
