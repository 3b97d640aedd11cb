import { expect, test } from 'vitest';
import { approved, BRUNO, type Reply, started } from './testing/started.ts';

const reasons = ({ body }: Reply) => body.errors?.map(({ code }) => code);

/** Ana with R$ 500,00, and a function that makes a merchant's charge. */
async function shop() {
  const running = await started();
  const ana = await approved(running);
  await running.control('POST', '/simulator/receive', { walletId: ana.walletId, value: 500 });
  const charge = async (asked: object) => {
    const { status, body } = await running.control('POST', '/simulator/charges', asked);
    expect(status).toBe(200);
    return { id: String(body.id), txid: String(body.txid), payload: String(body.payload) };
  };
  const decode = (payload: string) => ana.ask('POST', '/v3/pix/qrCodes/decode', { payload });
  const pay = (payload: string, value: number, ask = ana.ask) =>
    ask('POST', '/v3/pix/qrCodes/pay', { qrCode: { payload }, value, description: 'Pão 1' });
  const balance = async () => (await ana.ask('GET', '/v3/finance/balance')).body.balance;
  return { ...running, ana, charge, decode, pay, balance };
}

test('a merchant’s immediate code is decoded and paid once, for its amount alone', async () => {
  const { charge, decode, pay, settle, ana, balance } = await shop();
  const { payload, txid } = await charge({ value: '45.90', description: 'Pão e café' });
  expect((await decode(payload)).body).toMatchObject({
    type: 'DYNAMIC',
    conciliationIdentifier: txid,
    value: 45.9,
    totalValue: 45.9,
    dueDate: null,
    expirationDate: '2026-03-11 12:00:00',
    canBePaid: true,
    receiver: { name: 'Padaria do Vale Ltda', cpfCnpj: '31.415.926/0001-71', ispbName: 'ITAÚ UNIBANCO S.A.' },
  });
  expect(reasons(await pay(payload, 45.91))).toEqual(['invalid_value']);
  const paid = await pay(payload, 45.9);
  expect(paid.body).toMatchObject({
    status: 'REQUESTED',
    conciliationIdentifier: txid,
    description: 'Pão 1',
  });
  expect(reasons(await pay(payload, 45.9))).toEqual(['invalid_action']);
  await settle();
  const found = await ana.ask('GET', `/v3/pix/transactions/${paid.body.id}`);
  expect(found.body).toMatchObject({ status: 'DONE', externalReference: null, value: 45.9 });
  expect((await ana.ask('GET', '/v3/pix/transactions?type=DEBIT')).body).toMatchObject({ totalCount: 1 });
  expect((await decode(payload)).body).toMatchObject({
    canBePaid: false,
    cannotBePaidReason: 'Esta cobrança já foi paga.',
  });
  expect(await balance()).toBe(454.1);
});

test('a merchant’s dated code has fine and interest of its day, and is over after its last day', async () => {
  const { charge, decode, pay, control } = await shop();
  const dated = {
    original: '100.00',
    dueOn: '2026-03-06',
    validDays: 10,
    fine: { mode: 2, value: '2.00' },
    interest: { mode: 3, value: '1.00' },
  };
  const { payload } = await charge({ dated, merchant: 'Joana' });
  expect((await decode(payload)).body).toMatchObject({
    dueDate: '2026-03-06',
    expirationDate: '2026-03-16 23:59:59',
    value: 100,
    fine: 2,
    interest: 0.13,
    totalValue: 102.13,
    receiver: { cpfCnpj: '***.444.777-**' },
  });
  await control('POST', '/simulator/clock', { at: '2026-03-17T03:00:00Z' });
  expect((await decode(payload)).body).toMatchObject({
    canBePaid: false,
    cannotBePaidReason: 'Esta cobrança expirou.',
  });
  expect(reasons(await pay(payload, 102.13))).toEqual(['invalid_action']);
});

test('a code that expired, was removed, gives change or is unknown is not paid', async () => {
  const { charge, decode, pay, control } = await shop();
  const removed = await charge({ value: '1.00' });
  await control('POST', '/simulator/charges/remove', { id: removed.id });
  expect(reasons(await pay(removed.payload, 1))).toEqual(['invalid_action']);
  expect((await control('POST', '/simulator/charges/remove', { id: removed.id })).status).toBe(404);
  const change = await charge({ value: '1.00', finality: 'CHANGE' });
  expect((await decode(change.payload)).body).toMatchObject({ finality: 'CHANGE', canBePaid: true });
  expect(reasons(await pay(change.payload, 1))).toEqual(['invalid_action']);
  const short = await charge({ value: '1.00', expiresInSeconds: 60 });
  await control('POST', '/simulator/clock', { at: '2026-03-10T15:01:00Z' });
  expect(reasons(await pay(short.payload, 1))).toEqual(['invalid_action']);
  expect(reasons(await decode(short.payload.replace('pix.example', 'pix.other')))).toEqual([
    'invalid_payload',
  ]);
  for (const wrong of [
    { value: '0' },
    { merchant: 'Ninguém', value: '1.00' },
    { dated: { original: '1.00', dueOn: 'x' } },
  ])
    expect((await control('POST', '/simulator/charges', wrong)).status).toBeGreaterThanOrEqual(400);
});

test('a paid code that fails gives its money back and can be paid again; one that is returned says so', async () => {
  const { charge, pay, settle, simulator, ana, balance, control } = await shop();
  const { payload } = await charge({ value: '10.00', payer: { name: 'Ana', document: '52998224725' } });
  simulator.switches.failNext = 1;
  const failed = await pay(payload, 10);
  await settle();
  expect((await ana.ask('GET', `/v3/pix/transactions/${failed.body.id}`)).body).toMatchObject({
    status: 'REFUSED',
  });
  expect(await balance()).toBe(500);
  const paid = await pay(payload, 10);
  await settle();
  await control('POST', '/simulator/return', { id: paid.body.id });
  expect((await ana.ask('GET', `/v3/pix/transactions/${paid.body.id}`)).body).toMatchObject({
    status: 'DONE',
    refundedValue: 10,
  });
  expect((await control('POST', '/simulator/return', { id: paid.body.id })).status).toBe(404);
  expect(await balance()).toBe(500);
});

test('a static code of somebody here is paid as a code, and received', async () => {
  const running = await shop();
  const { pay, settle, balance } = running;
  const bruno = await approved(running, BRUNO);
  const { body } = await bruno.ask('POST', '/v3/pix/addressKeys', { type: 'EVP' });
  const made = await bruno.ask('POST', '/v3/pix/qrCodes/static', {
    addressKey: body.key,
    description: 'x',
    value: 5,
  });
  await pay(String(made.body.payload), 5);
  await settle();
  expect(await balance()).toBe(495);
  expect((await bruno.ask('GET', '/v3/payments')).body.data).toMatchObject([
    { value: 5, pixQrCodeId: made.body.id },
  ]);
});
