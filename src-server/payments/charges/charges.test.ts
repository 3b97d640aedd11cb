/** @module-tag postgresInCi */
import { desc, eq, like } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { readBrCode } from '#domain/pix/br-code';
import { makeCustomer } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { activate, auditedChanges, deliverEvent } from '../testing/scene.ts';
import { endCharges } from './charge-worker.ts';
import { ASKED, DATED, test } from './testing/charge-test.ts';

describe('charging', () => {
  test('an immediate charge has a dynamic code of the account, a link, and ends at its moment', async ({
    charge,
    bank,
    row,
  }) => {
    const made = await charge.create({ ...ASKED, expiresInMinutes: 60 });
    expect(made).toMatchObject({
      kind: 'immediate',
      status: 'open',
      amount: '100.00',
      description: ASKED.description,
      dueDate: null,
      expiresAt: '2026-03-10T16:00:00.000Z',
      today: { total: '100.00', original: '100.00', discount: '0.00', fine: '0.00', interest: '0.00' },
      payments: [],
    });
    const reading = readBrCode(made.payload ?? '');
    expect(reading.ok && reading.code).toMatchObject({ key: null, url: expect.stringContaining('cobv') });
    expect(made.txid).toMatch(/^[0-9a-f]{32}$/);
    expect(made.url).toMatch(/\/cobrar\/[\w-]{22}$/);
    expect(made.url).not.toContain(made.id);
    expect(await charge.get({ id: made.id })).toEqual(made);
    expect(await row(made.id)).toMatchObject({ nextLookAt: null, payeeName: 'Ana Moreira' });
    expect(await auditedChanges(bank, 'create_charge')).toEqual([
      { kind: 'immediate', amount: '100.00', dueOn: null },
    ]);
  });

  test('a dated charge costs its discount less in time, and fine and interest more when late', async ({
    charge,
    bank,
    simulator,
  }) => {
    const { id, payload } = await charge.create(DATED);
    const total = async () => (await charge.get({ id })).today.total;
    expect(await total()).toBe('95.00');
    bank.clock.set('2026-03-18T12:00:00-03:00');
    expect(await total()).toBe('100.00');
    bank.clock.set('2026-03-24T12:00:00-03:00');
    expect((await charge.get({ id })).today).toEqual({
      total: '102.13',
      original: '100.00',
      discount: '0.00',
      fine: '2.00',
      interest: '0.13',
    });
    // The provider says the same to whoever reads the code.
    await simulator.control('POST', '/simulator/clock', { at: '2026-03-24T12:00:00-03:00' });
    const { body } = await simulator.root('POST', '/v3/pix/qrCodes/decode', { payload });
    expect(body.totalValue).toBe(102.13);
  });

  test.for([
    ['nothing', { amount: '0.00' }, 'amount'],
    ['a due date of the past', { dueDate: '2026-03-09' }, 'dueDate'],
    ['a due date too far away', { dueDate: '2027-04-01' }, 'dueDate'],
    ['terms without a due date', { interest: '1.00' }, 'dueDate'],
    ['minutes and a due date', { dueDate: '2026-03-20', expiresInMinutes: 60 }, 'expiresInMinutes'],
    ['an end at once', { expiresInMinutes: 4 }, 'expiresInMinutes'],
    ['a fine above 10 %', { dueDate: '2026-03-20', fine: { mode: 'percent', value: '10.01' } }, 'fine.value'],
    [
      'a fine above 10 % in reais',
      { dueDate: '2026-03-20', fine: { mode: 'value', value: '10.01' } },
      'fine.value',
    ],
    ['interest above 10 % a month', { dueDate: '2026-03-20', interest: '10.01' }, 'interest'],
    [
      'a discount of all of it',
      { dueDate: '2026-03-20', discount: { mode: 'percent', value: '100' } },
      'discount.value',
    ],
    [
      'a discount that is over',
      { dueDate: '2026-03-20', discount: { mode: 'percent', value: '5', daysBefore: 11 } },
      'discount.daysBefore',
    ],
  ] as const)('a charge of %s is refused', async ([, change, field], { charge }) => {
    const refused = await refusalOf(charge.create({ ...ASKED, ...change } as typeof ASKED));
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(Object.keys(refused.fields ?? {})).toEqual([field]);
  });

  test('nobody charges without an approved account, an active key, or after the limit; a key charges once', async ({
    scene,
    owner,
    bank,
    charge,
  }) => {
    const { bruno } = scene;
    expect(await codeOf(bruno.call.charge.create(ASKED))).toBe('ACCOUNT_NOT_APPROVED');
    await activate(scene, bruno);
    expect(await codeOf(bruno.call.charge.create(ASKED))).toBe('NO_ACTIVE_KEY');
    const keyed = { ...ASKED, idempotencyKey: 'aula-1' };
    const both = await Promise.all([charge.create(keyed), charge.create(keyed)]);
    expect(both[1].id).toBe(both[0].id);
    expect((await charge.create(keyed)).url).toBe(both[0].url);
    expect(await codeOf(charge.create({ ...keyed, amount: '1.00' }))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await charge.list()).totals.count).toBe(1);
    expect(await owner.call.auth.closureObstacles()).toContain(
      'Há cobrança PIX em aberto: cancele-a antes de encerrar.',
    );
    await bank.db.transaction(async (tx) => {
      const { attempts } = tx.tables;
      await tx
        .update(attempts)
        .set({ count: 300 })
        .where(like(attempts.bucket, `charge:${owner.user.id}%`));
    });
    expect(await codeOf(charge.create(ASKED))).toBe('TOO_MANY_ATTEMPTS');
  });
});

describe('a paid charge', () => {
  test('its payment is booked as any PIX and makes it paid in the same commit, once, whatever is delivered', async ({
    charge,
    bank,
    pay,
    tell,
    owner,
  }) => {
    const { id, payload } = await charge.create({ ...DATED, discount: undefined });
    const payment = await pay(payload);
    await Promise.all(Array.from({ length: 64 }, (_, place) => tell(payment, `evt-${place}`)));
    const paid = await charge.get({ id });
    expect(paid).toMatchObject({
      status: 'paid',
      paidAmount: '100.00',
      payerName: 'Carla Dias',
      payments: [{ amount: '100.00', payerName: 'Carla Dias' }],
    });
    const { incomingPayments, notifications } = bank.db.tables;
    const [booked] = await bank.db.select().from(incomingPayments);
    expect(booked).toMatchObject({ providerId: payment, transactionId: paid.payments[0]?.transactionId });
    expect(await bank.db.$count(incomingPayments)).toBe(1);
    expect((await owner.call.pix.balance()).balance).toBe('100.00');
    const told = await bank.db.select().from(notifications).where(eq(notifications.kind, 'charge_paid'));
    expect(told).toMatchObject([
      {
        title: 'Cobrança paga: R$\u00a0100,00',
        text: 'Carla Dias pagou R$\u00a0100,00 da cobrança “Aulas de novembro”. O valor já está na sua conta externa.',
        href: `/client/cobrancas?cobranca=${id}`,
      },
    ]);
    expect(await codeOf(charge.cancel({ id }))).toBe('CHARGE_NOT_OPEN');
    // What it costs stands still from then on.
    bank.clock.passSeconds(30 * 24 * 3600);
    expect((await charge.get({ id })).today.total).toBe('100.00');
  });

  test('a charge is checked without waiting for the event', async ({ charge, pay, bruno }) => {
    const { id, payload } = await charge.create(ASKED);
    expect((await charge.check({ id })).status).toBe('open');
    await pay(payload);
    expect((await charge.check({ id })).status).toBe('paid');
    expect((await charge.check({ id })).payments).toHaveLength(1);
    for (const call of [bruno.call.charge.check, bruno.call.charge.get, bruno.call.charge.cancel])
      expect(await codeOf(call({ id }))).toBe('NOT_FOUND');
  });

  test('a second payer, and one who pays after the cancellation or the end, are booked and told', async ({
    charge,
    bank,
    pay,
    tell,
    owner,
  }) => {
    const twice = await charge.create({ ...ASKED, description: 'Duas vezes' });
    await tell(await pay(twice.payload));
    await tell(await pay(twice.payload, { late: true, payerName: 'Davi Reis' }));
    expect(await charge.get({ id: twice.id })).toMatchObject({
      status: 'paid',
      payerName: 'Carla Dias',
      payments: [{ payerName: 'Carla Dias' }, { payerName: 'Davi Reis' }],
    });
    const cancelled = await charge.create({ ...ASKED, description: 'Cancelada' });
    expect((await charge.cancel({ id: cancelled.id })).status).toBe('cancelled');
    await tell(await pay(cancelled.payload, { late: true }));
    const ended = await charge.create({ ...ASKED, description: 'Expirada', expiresInMinutes: 5 });
    bank.clock.passSeconds(301);
    await endCharges(bank);
    expect((await charge.get({ id: ended.id })).status).toBe('expired');
    await tell(await pay(ended.payload, { late: true }));
    for (const { id } of [cancelled, ended])
      expect(await charge.get({ id })).toMatchObject({ status: 'paid', paidAmount: '100.00' });
    expect((await owner.call.pix.balance()).balance).toBe('400.00');
    const { notifications } = bank.db.tables;
    const told = await bank.db
      .select({ title: notifications.title, text: notifications.text })
      .from(notifications)
      .where(eq(notifications.kind, 'charge_paid'))
      .orderBy(desc(notifications.id));
    expect(told.map(({ title }) => title)).toEqual([
      'Cobrança paga: R$\u00a0100,00',
      'Cobrança paga: R$\u00a0100,00',
      'Cobrança paga de novo: R$\u00a0100,00',
      'Cobrança paga: R$\u00a0100,00',
    ]);
    expect(
      told.map(({ text }) => /já havia expirado|já estava cancelada|já estava paga/.exec(text)?.[0]),
    ).toEqual(['já havia expirado', 'já estava cancelada', 'já estava paga', undefined]);
  });

  test('a customer of this bank pays it by its code, and both see it', async ({
    charge,
    scene,
    bank,
    owner,
  }) => {
    const { bruno } = scene;
    await activate(scene, bruno);
    const { key } = await bruno.call.pix.keys.create({ type: 'EVP' });
    const { body } = await scene.simulator.control('POST', '/simulator/receive', {
      addressKey: key,
      value: 500,
    });
    await deliverEvent(bank, bruno, { event: 'PAYMENT_RECEIVED', objectId: String(body.id) });
    const { id, payload } = await charge.create(ASKED);
    expect(await bruno.call.pix.decode({ payload: payload ?? '' })).toMatchObject({
      name: 'Ana Moreira',
      amount: '100.00',
      institution: 'ASAAS GESTÃO FINANCEIRA S.A.',
    });
    await bruno.call.pix.transfer({ pixKey: payload ?? '', amount: '100.00' });
    await scene.simulator.settle();
    expect(await charge.check({ id })).toMatchObject({ status: 'paid', payerName: 'Bruno Nogueira' });
    expect((await owner.call.pix.balance()).balance).toBe('100.00');
  });

  test('what a deactivated customer is paid is held, and the charge is paid all the same', async ({
    charge,
    bank,
    pay,
    tell,
    owner,
    admin,
    nobody,
    row,
  }) => {
    const { id, payload, url } = await charge.create(ASKED);
    await admin.call.admin.users.deactivate({ id: owner.user.id, reason: 'Documento vencido' });
    const page = await nobody.charge.page({ id: url.split('/').at(-1) ?? '' });
    expect(page).toMatchObject({ status: 'cancelled', payload: null });
    await tell(await pay(payload));
    expect(await row(id)).toMatchObject({ status: 'paid' });
    expect(await bank.db.$count(bank.db.tables.heldPayments)).toBe(1);
  });
});

describe('the list of charges', () => {
  test('it has the caller’s alone, by state, kind and words, in pages and as CSV', async ({
    charge,
    scene,
    bank,
    pay,
    tell,
  }) => {
    const other = await makeCustomer(bank, { cpf: '39053344705' });
    await activate(scene, other);
    await other.call.pix.keys.create({ type: 'EVP' });
    await other.call.charge.create({ ...ASKED, description: 'De outra pessoa' });
    const paid = await charge.create({ ...ASKED, description: 'Paga', amount: '30.00' });
    await tell(await pay(paid.payload));
    const soon = await charge.create({ ...ASKED, description: 'Rápida', expiresInMinutes: 5 });
    const dated = await charge.create({ ...DATED, description: '=Com vencimento' });
    // Over, though the worker has not got to it.
    bank.clock.passSeconds(600);
    const ids = async (input: Parameters<typeof charge.list>[0]) =>
      (await charge.list(input)).charges.map(({ id }) => id);
    expect(await ids({})).toEqual([dated.id, soon.id, paid.id]);
    expect(await ids({ status: 'open' })).toEqual([dated.id]);
    expect(await ids({ status: 'expired' })).toEqual([soon.id]);
    expect(await ids({ status: 'paid' })).toEqual([paid.id]);
    expect(await ids({ kind: 'immediate', sort: 'amount' })).toEqual([paid.id, soon.id]);
    expect(await ids({ q: 'rapida' })).toEqual([soon.id]);
    const first = await charge.list({ limit: 2 });
    expect(first).toMatchObject({ totals: { count: 3 }, nextCursor: expect.any(String) });
    expect(await ids({ limit: 2, cursor: first.nextCursor ?? '' })).toEqual([paid.id]);
    const { bytes, fileName } = await charge.export({});
    const chunks: Buffer[] = [];
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
    const lines = Buffer.concat(chunks).toString().trim().split('\r\n');
    expect(fileName).toBe('cobrancas-2026-03-10.csv');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`"'=Com vencimento";100,00;20/03/2026;`);
    expect(lines[1]).toContain('2,00%;1,00%;5,00;');
    expect(lines[3]).toContain('"Paga";"Paga";30,00;');
    expect(lines[3]).toContain('"Carla Dias"');
  });
});
