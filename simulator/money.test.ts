import { expect, test } from 'vitest';
import { readBrCode } from '#domain/pix/br-code';
import { isEndToEndId } from '#domain/testing/end-to-end-id';
import { ANA, approved, BRUNO, type Reply, started } from './testing/started.ts';

const codes = ({ body }: Reply) => body.errors?.map(({ code }) => code);
const list = ({ body }: Reply) => body.data as Record<string, unknown>[];

test('PIX keys of every type are unique, five for a person; with a switch only random ones are allowed', async () => {
  const running = await started();
  const ana = await approved(running);
  const bruno = await approved(running, BRUNO);
  const evp = await ana.ask('POST', '/v3/pix/addressKeys', { type: 'EVP' });
  expect(evp.body).toMatchObject({ type: 'EVP', status: 'ACTIVE', canBeDeleted: true });
  const key = (type: string, text: string) => ({ type, key: text });
  expect((await ana.ask('POST', '/v3/pix/addressKeys', key('CPF', '529.982.247-25'))).body.key).toBe(
    '52998224725',
  );
  expect((await ana.ask('POST', '/v3/pix/addressKeys', key('EMAIL', 'Ana@Correio.example'))).status).toBe(
    200,
  );
  expect((await ana.ask('POST', '/v3/pix/addressKeys', key('PHONE', '(11) 98765-4321'))).body.key).toBe(
    '+5511987654321',
  );
  for (const wrong of [
    key('CPF', '11144477735'),
    key('CPF', '1'),
    key('EMAIL', 'x'),
    key('PHONE', '1133334444'),
  ])
    expect(codes(await ana.ask('POST', '/v3/pix/addressKeys', wrong))).toEqual(['invalid_key']);
  const taken = await bruno.ask('POST', '/v3/pix/addressKeys', key('EMAIL', 'ana@correio.example'));
  expect(codes(taken)).toEqual(['invalid_action']);
  await ana.ask('POST', '/v3/pix/addressKeys', { type: 'EVP' });
  expect(codes(await ana.ask('POST', '/v3/pix/addressKeys', { type: 'EVP' }))).toEqual(['invalid_action']);
  expect((await ana.ask('GET', '/v3/pix/addressKeys?limit=2')).body).toMatchObject({
    totalCount: 5,
    hasMore: true,
  });
  running.simulator.switches.evpOnly = true;
  expect(codes(await bruno.ask('POST', '/v3/pix/addressKeys', key('CPF', BRUNO.cpfCnpj)))).toEqual([
    'invalid_type',
  ]);
});

test('the bank reads a QR code of the simulator, and its payment names that code', async () => {
  const running = await started();
  const ana = await approved(running);
  const bruno = await approved(running, BRUNO);
  const { body } = await ana.ask('POST', '/v3/pix/addressKeys', { type: 'EVP' });
  const made = await ana.ask('POST', '/v3/pix/qrCodes/static', {
    addressKey: body.key,
    description: 'Pão de mel',
    value: 12.34,
    format: 'ALL',
  });
  const payload = String(made.body.payload);
  expect(readBrCode(payload)).toMatchObject({
    ok: true,
    code: { key: body.key, amountCents: 1234, name: 'Ana Souza', info: 'Pao de mel' },
  });
  expect(Buffer.from(String(made.body.encodedImage), 'base64').subarray(1, 4).toString()).toBe('PNG');
  expect((await bruno.ask('POST', '/v3/pix/qrCodes/decode', { payload })).body).toMatchObject({
    pixKey: body.key,
    value: 12.34,
    receiver: { name: 'Ana Souza', cpfCnpj: '***.982.247-**' },
  });
  expect(codes(await bruno.ask('POST', '/v3/pix/qrCodes/decode', { payload: `${payload}0` }))).toEqual([
    'invalid_payload',
  ]);
  const paid = await running.root('POST', '/v3/sandbox/pix/receive', {
    payload,
    payerName: 'Carla',
    payerDocument: '111.444.777-35',
  });
  const payment = await ana.ask('GET', `/v3/payments/${paid.body.id}`);
  expect(payment.body).toMatchObject({
    status: 'RECEIVED',
    value: 12.34,
    pixQrCodeId: made.body.id,
    pixTransaction: { payer: { name: 'Carla', cpfCnpj: '11144477735' } },
  });
  const { endToEndIdentifier } = payment.body.pixTransaction as { endToEndIdentifier: string };
  expect(isEndToEndId(endToEndIdentifier)).toBe(true);
  expect((await ana.ask('GET', '/v3/finance/balance')).body.balance).toBe(12.34);
  expect((await bruno.ask('GET', `/v3/payments/${paid.body.id}`)).status).toBe(404);
  expect((await bruno.ask('POST', '/v3/sandbox/pix/receive', { payload })).status).toBe(403);
});

test('a wallet transfer is done at once; a PIX passes through its states, to a customer or to the outside', async () => {
  const running = await started({ switches: { settleMs: 60_000 } });
  const ana = await approved(running);
  const bruno = await approved(running, BRUNO);
  const moved = await running.root('POST', '/v3/transfers', {
    value: 100,
    walletId: ana.walletId,
    externalReference: 'move-1',
  });
  expect(moved.body).toMatchObject({ status: 'DONE', operationType: 'INTERNAL', type: 'ASAAS_ACCOUNT' });
  const { body: key } = await bruno.ask('POST', '/v3/pix/addressKeys', { type: 'CPF', key: BRUNO.cpfCnpj });
  const pix = { pixAddressKeyType: 'CPF', pixAddressKey: key.key, operationType: 'PIX' };
  const sent = await ana.ask('POST', '/v3/transfers', { ...pix, value: 30.1, externalReference: 'pix-1' });
  expect(sent.body).toMatchObject({ status: 'PENDING', value: 30.1, externalReference: 'pix-1' });
  expect(isEndToEndId(String(sent.body.endToEndIdentifier))).toBe(true);
  const outside = { pixAddressKeyType: 'EMAIL', pixAddressKey: 'loja@fora.example' };
  expect((await ana.ask('POST', '/v3/transfers', { ...outside, value: 9.9 })).body.status).toBe('PENDING');
  expect((await ana.ask('GET', '/v3/finance/balance')).body.balance).toBe(60);
  await running.settle();
  expect((await ana.ask('GET', `/v3/transfers/${sent.body.id}`)).body).toMatchObject({
    status: 'DONE',
    effectiveDate: '2026-03-10',
  });
  expect((await bruno.ask('GET', '/v3/finance/balance')).body.balance).toBe(30.1);
  expect(list(await bruno.ask('GET', '/v3/payments'))).toMatchObject([
    {
      value: 30.1,
      pixTransaction: {
        endToEndIdentifier: sent.body.endToEndIdentifier,
        payer: { name: ANA.name, cpfCnpj: ANA.cpfCnpj },
      },
    },
  ]);
  expect((await bruno.ask('GET', `/v3/transfers/${sent.body.id}`)).status).toBe(404);
});

test('an impossible transfer is refused, and one that fails later gives the money back', async () => {
  const running = await started();
  const ana = await approved(running);
  await running.root('POST', '/v3/transfers', { value: 50, walletId: ana.walletId });
  const pix = (value: unknown, pixAddressKey = 'loja@fora.example', pixAddressKeyType = 'EMAIL') =>
    ana.ask('POST', '/v3/transfers', { value, pixAddressKey, pixAddressKeyType });
  expect(codes(await pix(50.01))).toEqual(['insufficient_balance']);
  expect(codes(await pix(0))).toEqual(['invalid_value']);
  expect(codes(await pix(1.001))).toEqual(['invalid_value']);
  expect(codes(await pix(1, 'loja@fora.example', 'CPF'))).toEqual(['invalid_pixAddressKey']);
  expect(codes(await pix(1, 'unknown@fora.example'))).toEqual(['invalid_action']);
  expect(codes(await ana.ask('POST', '/v3/transfers', { value: 1, walletId: ana.walletId }))).toEqual([
    'invalid_action',
  ]);
  const failing = await pix(20, 'fails@fora.example');
  await running.settle();
  expect((await ana.ask('GET', `/v3/transfers/${failing.body.id}`)).body).toMatchObject({
    status: 'FAILED',
    failReason: expect.stringContaining('recusou'),
  });
  running.simulator.switches.failNext = 1;
  await pix(10);
  await running.settle();
  const done = await pix(10);
  await running.settle();
  expect((await ana.ask('GET', '/v3/finance/balance')).body.balance).toBe(40);
  running.simulator.switches.refuseDuplicates = true;
  expect((await pix(10)).status).toBe(409);
  expect((await pix(10.01)).status).toBe(200);
  await running.control('POST', '/simulator/return', { id: done.body.id });
  expect((await ana.ask('GET', `/v3/transfers/${done.body.id}`)).body.status).toBe('FAILED');
});

test('a list has pages of at most ten transfers, and is filtered by reference and day', async () => {
  const running = await started();
  const ana = await approved(running);
  for (let number = 1; number <= 12; number += 1)
    await running.root('POST', '/v3/transfers', {
      value: 1,
      walletId: ana.walletId,
      externalReference: `r-${number}`,
    });
  const first = await running.root('GET', '/v3/transfers?limit=100');
  expect([list(first).length, first.body.hasMore, first.body.totalCount]).toEqual([10, true, 12]);
  const second = await running.root('GET', '/v3/transfers?offset=10&limit=10');
  expect(list(second).map(({ externalReference }) => externalReference)).toEqual(['r-2', 'r-1']);
  expect(second.body.hasMore).toBe(false);
  const named = await running.root(
    'GET',
    '/v3/transfers?externalReference=r-7&dateCreated%5Bge%5D=2026-03-10',
  );
  expect(list(named)).toHaveLength(10);
  expect(list(await running.root('GET', '/v3/transfers?dateCreated[ge]=2026-03-11'))).toEqual([]);
});

test('an account that is not approved neither receives nor pays', async () => {
  const { root, as } = await started();
  const { body } = await root('POST', '/v3/accounts', ANA);
  const own = as(String(body.apiKey));
  expect(codes(await own('POST', '/v3/pix/addressKeys', { type: 'EVP' }))).toEqual(['invalid_action']);
  expect(codes(await own('POST', '/v3/transfers', { value: 1, walletId: body.walletId }))).toEqual([
    'invalid_action',
  ]);
});
