import { expect } from 'vitest';
import { declaredProcedures } from '#server/access/trpc';
import { createAdmin } from '#server/auth/create-admin';
import { appRouter } from '#server/router';
import { test } from '#server/testing/bank-test';
import { caller, cookieOf } from '#server/testing/http-caller';
import { codeOf } from '#server/testing/refusal-of';
import { waysOf } from '#server/testing/ways';
import { refuseUnknown } from './known-fields.ts';

const PASSWORD = 'vale-admin-2026';

const QUERIES = declaredProcedures(appRouter).filter(
  ({ rest, inputs }) => rest?.[0] === 'GET' && inputs.length > 0,
);

test('every GET with an input refuses a field that it does not know, and accepts what pages are asked with', () => {
  for (const { path, inputs } of QUERIES) {
    expect(() => refuseUnknown({ nosuchfilter: 'x' }, inputs), path).toThrow('VALIDATION');
    expect(() => refuseUnknown({ direction: 'forward' }, inputs), path).not.toThrow();
    expect(() => refuseUnknown(undefined, inputs), path).not.toThrow();
  }
  const lists = QUERIES.filter(({ path }) => path.endsWith('.list') && path.startsWith('admin.'));
  expect(lists.length).toBeGreaterThan(4);
});

test('an unknown filter of a list is answered with 400 and its name over REST and over tRPC', async ({
  bank,
}) => {
  const call = caller(bank);
  const helena = { fullName: 'Helena Siqueira', email: 'h@banco.example', cpf: '111.444.777-35' };
  await createAdmin(bank, { ...helena, password: PASSWORD });
  const login = await call('POST', '/api/auth/login', { document: helena.cpf, password: PASSWORD });
  const headers = { cookie: cookieOf(login), 'x-requested-with': 'test' };
  for (const path of ['admin.audit.list', 'admin.ledger.list', 'credit.operations.list', 'admin.overview']) {
    const ways = waysOf({ path, type: 'query' });
    expect(ways.length).toBe(2);
    for (const { name, send } of ways) {
      for (const text of [
        '{"__proto__":1,"constructor":2}',
        '{"__proto__":"\\u0000"}',
        '{"constructor":"\\u0000"}',
      ])
        expect((await send(call, headers, JSON.parse(text))).status, `${name} ${text}`).toBe(400);
      const refused = await send(call, headers, { fromm: '2026-01-01' });
      expect(refused.status, name).toBe(400);
      expect(JSON.stringify(refused.body), name).toContain('Filtro desconhecido: fromm');
      expect((await send(call, headers, {})).status, name).toBe(200);
    }
  }
});

test('who may not ask is told so, not which filters there are', async ({ ana }) => {
  const asked = { nosuchfilter: 'x' } as Record<string, unknown>;
  expect(await codeOf(ana.call.admin.audit.list(asked as never))).toBe('FORBIDDEN');
});
