import { expect, test } from 'vitest';
import { type Boleto, factorOf, readBoleto } from '#domain/account/boleto';
import { type Reply, started } from './testing/started.ts';

const codes = ({ body }: Reply) => body.errors?.map(({ code }) => code);
const TODAY = '2026-03-10';

/** A boleto of bank 341; finds the check digit by trying. */
function bankBoleto(
  amountCents: number,
  dueOn: string | null,
  free = '1234567890123456789012345',
  bank = '341',
): Boleto {
  const factor = dueOn ? factorOf(dueOn) : 0;
  const rest = `${String(factor).padStart(4, '0')}${String(amountCents).padStart(10, '0')}${free}`;
  for (let digit = 1; digit < 10; digit += 1) {
    const reading = readBoleto(`${bank}9${digit}${rest}`, TODAY);
    if (reading.ok) return reading.boleto;
  }
  throw new Error('no valid check digit');
}

test('the simulation of a boleto gives beneficiary and due date, and for a late one fine and interest', async () => {
  const { root } = await started();
  const inTime = bankBoleto(10_000, '2026-03-20');
  const simulated = await root('POST', '/v3/bill/simulate', { identificationField: inTime.line });
  expect(simulated.body).toMatchObject({
    minimumScheduleDate: TODAY,
    bankSlipInfo: {
      identificationField: inTime.line,
      value: 100,
      dueDate: '2026-03-20',
      bank: '341',
      isOverdue: false,
      beneficiaryName: expect.any(String),
      beneficiaryCpfCnpj: expect.stringMatching(/^\d{14}$/),
    },
  });
  expect((await root('POST', '/v3/bill/simulate', { barCode: inTime.barcode })).body).toEqual(simulated.body);
  const late = await root('POST', '/v3/bill/simulate', {
    identificationField: bankBoleto(10_000, '2026-02-08').line,
  });
  expect(late.body.bankSlipInfo).toMatchObject({
    ...{ isOverdue: true, fineValue: 2, interestValue: 1, originalValue: 100, value: 103 },
  });
  const wrong = inTime.line.replace(/^.../, '342');
  expect(codes(await root('POST', '/v3/bill/simulate', { identificationField: wrong }))).toEqual([
    'invalid_identificationField',
  ]);
  const unregistered = bankBoleto(10_000, '2026-03-20', undefined, '999').line;
  expect(codes(await root('POST', '/v3/bill/simulate', { identificationField: unregistered }))).toEqual([
    'unregistered_bank_slip',
  ]);
});

test("a boleto is paid once, and one with an open amount takes the payer's amount", async () => {
  const running = await started();
  const { root } = running;
  const { line } = bankBoleto(15_000, '2026-03-20');
  const pay = (body: object) => root('POST', '/v3/bill', { identificationField: line, ...body });
  expect(codes(await pay({ value: 149.99 }))).toEqual(['invalid_value']);
  const paid = await pay({ value: 150, externalReference: 'bill-1' });
  expect(paid.body).toMatchObject({ status: 'PENDING', value: 150, externalReference: 'bill-1' });
  expect(codes(await pay({ value: 150 }))).toEqual(['invalid_action']);
  await running.settle();
  expect((await root('GET', `/v3/bill/${paid.body.id}`)).body).toMatchObject({
    status: 'PAID',
    paymentDate: TODAY,
  });
  expect(codes(await root('POST', '/v3/bill/simulate', { identificationField: line }))).toEqual([
    'invalid_action',
  ]);
  expect((await root('GET', '/v3/bill?externalReference=other')).body).toMatchObject({ totalCount: 1 });
  const open = bankBoleto(0, null).line;
  expect(codes(await root('POST', '/v3/bill', { identificationField: open }))).toEqual(['invalid_value']);
  expect((await root('POST', '/v3/bill', { identificationField: open, value: 7 })).body.value).toBe(7);
  expect((await root('GET', '/v3/finance/balance')).body.balance).toBe(1_000_000_000 - 157);
});

test('a failed or refunded payment gives the money back, and the boleto can be paid again', async () => {
  const running = await started({ switches: { failNext: 1 } });
  const { root } = running;
  const identificationField = bankBoleto(20_000, '2026-03-20').line;
  const failed = await root('POST', '/v3/bill', { identificationField });
  await running.settle();
  expect((await root('GET', `/v3/bill/${failed.body.id}`)).body).toMatchObject({
    status: 'FAILED',
    failReasons: expect.stringContaining('recusou'),
  });
  const paid = await root('POST', '/v3/bill', { identificationField });
  await running.settle();
  expect((await running.control('POST', '/simulator/return', { id: paid.body.id })).status).toBe(200);
  expect((await root('GET', `/v3/bill/${paid.body.id}`)).body.status).toBe('REFUNDED');
  expect((await root('GET', '/v3/finance/balance')).body.balance).toBe(1_000_000_000);
  expect((await running.control('POST', '/simulator/return', { id: paid.body.id })).status).toBe(404);
});
