import { expect, test } from 'vitest';
import { ANA, BRUNO, started } from './testing/started.ts';

const code = (reply: { body: { errors?: { code: string }[] } }) => reply.body.errors?.map(({ code }) => code);

test('a call to the simulator needs a key of this environment, of an existing account', async () => {
  const { root, as } = await started();
  expect(await root('GET', '/v3/finance/balance')).toEqual({ status: 200, body: { balance: 1_000_000_000 } });
  for (const [key, expected] of [
    ['', 'access_token_not_found'],
    ['$aact_prod_abc', 'invalid_environment'],
    ['abc', 'invalid_access_token_format'],
    ['$aact_hmlg_abc', 'invalid_access_token'],
  ] as const) {
    const reply = await as(key)('GET', '/v3/finance/balance');
    expect([reply.status, code(reply)]).toEqual([401, [expected]]);
  }
  expect((await root('GET', '/v3/nothing')).status).toBe(404);
});

test('a sub-account is opened once for a document and an e-mail; its key is shown once', async () => {
  const { root, as } = await started();
  const opened = await root('POST', '/v3/accounts', ANA);
  expect(opened.status).toBe(200);
  expect(opened.body).toMatchObject({
    object: 'account',
    cpfCnpj: '52998224725',
    personType: 'FISICA',
    state: 'SP',
  });
  const own = as(String(opened.body.apiKey));
  expect((await own('GET', '/v3/finance/balance')).body).toEqual({ balance: 0 });
  expect((await own('GET', '/v3/myAccount/status')).body).toEqual({
    id: opened.body.id,
    commercialInfo: 'APPROVED',
    bankAccountInfo: 'PENDING',
    documentation: 'PENDING',
    general: 'PENDING',
  });
  expect(code(await root('POST', '/v3/accounts', { ...ANA, email: 'other@correio.example' }))).toEqual([
    'invalid_cpfCnpj',
  ]);
  expect(code(await root('POST', '/v3/accounts', { ...BRUNO, email: 'ANA@correio.example' }))).toEqual([
    'invalid_email',
  ]);
  const found = await root('GET', '/v3/accounts?cpfCnpj=529.982.247-25');
  expect(found.body).toMatchObject({
    totalCount: 1,
    hasMore: false,
    data: [{ walletId: opened.body.walletId }],
  });
  expect(JSON.stringify(found.body)).not.toContain('apiKey');
  const token = await root('POST', `/v3/accounts/${opened.body.id}/accessTokens`, { name: 'Outra' });
  expect((await as(String(token.body.apiKey))('GET', '/v3/myAccount/status')).body.id).toBe(opened.body.id);
});

test('a missing or wrong field of a sub-account is named, and only the root account opens others', async () => {
  const { root, as } = await started();
  const { province, postalCode, ...rest } = ANA;
  expect(code(await root('POST', '/v3/accounts', rest))).toEqual(['invalid_province', 'invalid_postalCode']);
  expect(code(await root('POST', '/v3/accounts', { ...ANA, postalCode: '00000-000' }))).toEqual([
    'invalid_postalCode',
  ]);
  expect(code(await root('POST', '/v3/accounts', { ...ANA, cpfCnpj: '52998224724' }))).toEqual([
    'invalid_cpfCnpj',
  ]);
  expect(code(await root('POST', '/v3/accounts', { ...ANA, cpfCnpj: '12ABC34501DE35' }))).toEqual([
    'invalid_companyType',
  ]);
  const { body } = await root('POST', '/v3/accounts', ANA);
  const own = as(String(body.apiKey));
  expect((await own('POST', '/v3/accounts', BRUNO)).status).toBe(403);
  expect((await own('POST', `/v3/accounts/${body.id}/accessTokens`, {})).status).toBe(403);
  expect((await root('GET', '/v3/accounts')).body).toMatchObject({ totalCount: 1 });
});
