import { expect, test } from 'vitest';
import { ANA, approved, BRUNO, type Reply, started } from './testing/started.ts';

const reasons = ({ body }: Reply) => body.errors?.map(({ code }) => code);

/** Ana with a key and a customer, and functions that charge, pay from outside and decode. */
async function charging() {
  const running = await started();
  const ana = await approved(running);
  await ana.ask('POST', '/v3/pix/addressKeys', { type: 'EVP' });
  const { body: customer } = await ana.ask('POST', '/v3/customers', {
    name: ANA.name,
    cpfCnpj: ANA.cpfCnpj,
    externalReference: 'charges',
    notificationDisabled: true,
  });
  const asked = { customer: customer.id, billingType: 'PIX', value: 100, dueDate: '2026-03-20' };
  const charge = async (change: object = {}) => {
    const { status, body } = await ana.ask('POST', '/v3/payments', { ...asked, ...change });
    expect(status).toBe(200);
    const code = await ana.ask('GET', `/v3/payments/${body.id}/pixQrCode`);
    return { id: String(body.id), payload: String(code.body.payload), body };
  };
  const pay = (payload: string, more: object = {}) =>
    running.control('POST', '/simulator/receive', { payload, payerName: 'Carla Dias', ...more });
  const decode = (payload: string) => ana.ask('POST', '/v3/pix/qrCodes/decode', { payload });
  const payment = async (id: string) => (await ana.ask('GET', `/v3/payments/${id}`)).body;
  const balance = async () => (await ana.ask('GET', '/v3/finance/balance')).body.balance;
  return { ...running, ana, asked, charge, pay, decode, payment, balance };
}

test('an account’s charge has a dynamic code, and its one payment keeps the charge’s id and reference', async () => {
  const { charge, pay, decode, payment, balance, ana } = await charging();
  const { id, payload, body } = await charge({ externalReference: 'ours', description: 'Aulas' });
  expect(body).toMatchObject({ status: 'PENDING', value: 100, pixTransaction: null, paymentDate: null });
  expect((await decode(payload)).body).toMatchObject({
    type: 'DYNAMIC',
    totalValue: 100,
    dueDate: '2026-03-20',
    description: 'Aulas',
    canBePaid: true,
    receiver: { name: 'Ana Souza', cpfCnpj: '***.982.247-**', ispbName: 'ASAAS GESTÃO FINANCEIRA S.A.' },
    payer: { cpfCnpj: '***.982.247-**' },
  });
  expect((await pay(payload)).body).toMatchObject({ id, status: 'RECEIVED', value: 100 });
  expect(await payment(id)).toMatchObject({
    externalReference: 'ours',
    description: 'Aulas',
    paymentDate: '2026-03-10',
    pixTransaction: { payer: { name: 'Carla Dias' } },
  });
  expect(await balance()).toBe(100);
  expect(reasons(await pay(payload))).toEqual(['invalid_action']);
  const paid = await ana.ask('GET', '/v3/payments?paymentDate[ge]=2026-03-10');
  expect(paid.body).toMatchObject({ totalCount: 1 });
});

test('a late charge costs fine and interest, an early one its discount, and the payment tells the original', async () => {
  const { charge, pay, decode, control } = await charging();
  const terms = {
    fine: { value: 2, type: 'PERCENTAGE' },
    interest: { value: 1 },
    discount: { value: 5, type: 'FIXED', dueDateLimitDays: 5 },
  };
  const { payload } = await charge(terms);
  expect((await decode(payload)).body).toMatchObject({ totalValue: 95, discount: 5 });
  await control('POST', '/simulator/clock', { at: '2026-03-24T12:00:00-03:00' });
  expect((await decode(payload)).body).toMatchObject({ totalValue: 102.13, fine: 2, interest: 0.13 });
  expect((await pay(payload)).body).toMatchObject({
    value: 102.13,
    originalValue: 100,
    interestValue: 2.13,
  });
});

test('a removed charge cannot be paid; a PIX that was on its way arrives as another payment with its txid', async () => {
  const { charge, pay, payment, ana, balance } = await charging();
  const { id, payload } = await charge({ externalReference: 'ours' });
  expect((await ana.ask('DELETE', `/v3/payments/${id}`)).body).toEqual({ deleted: true, id });
  expect((await ana.ask('DELETE', `/v3/payments/${id}`)).status).toBe(200);
  expect(reasons(await pay(payload))).toEqual(['invalid_action']);
  const late = await pay(payload, { late: true });
  expect(late.body.id).not.toBe(id);
  expect(late.body).toMatchObject({ externalReference: null, status: 'RECEIVED' });
  expect(await payment(id)).toMatchObject({ deleted: true, status: 'PENDING', pixTransaction: null });
  expect(await balance()).toBe(100);
  const paid = await charge();
  await pay(paid.payload);
  expect(reasons(await ana.ask('DELETE', `/v3/payments/${paid.id}`))).toEqual(['invalid_action']);
});

test('another account pays a charge by its code, and both sides’ books have it once', async () => {
  const scene = await charging();
  const { charge, settle, control, payment, balance } = scene;
  const bruno = await approved(scene, BRUNO);
  await control('POST', '/simulator/receive', { walletId: bruno.walletId, value: 500 });
  const { id, payload } = await charge();
  const pay = () => bruno.ask('POST', '/v3/pix/qrCodes/pay', { qrCode: { payload }, value: 100 });
  expect((await pay()).status).toBe(200);
  expect(reasons(await pay())).toEqual(['invalid_action']);
  await settle();
  expect(await payment(id)).toMatchObject({
    status: 'RECEIVED',
    pixTransaction: { payer: { name: 'Bruno Lima' } },
  });
  expect([await balance(), (await bruno.ask('GET', '/v3/finance/balance')).body.balance]).toEqual([100, 400]);
});

test('a charge of nobody, of the past, or without a key is refused', async () => {
  const { ana, asked, root } = await charging();
  const ask = (change: object) => ana.ask('POST', '/v3/payments', { ...asked, ...change });
  expect(reasons(await ask({ customer: 'cus_unknown' }))).toEqual(['invalid_customer']);
  expect(reasons(await ask({ dueDate: '2026-03-09' }))).toEqual(['invalid_dueDate']);
  expect(reasons(await ask({ value: 0 }))).toEqual(['invalid_value']);
  expect(reasons(await ask({ billingType: 'BOLETO' }))).toEqual(['invalid_billingType']);
  expect((await root('GET', '/v3/customers')).body).toMatchObject({ totalCount: 0 });
});
