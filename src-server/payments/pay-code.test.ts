/** @module-tag postgresInCi */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import { writeBrCode } from '#domain/pix/br-code';
import { pdfText } from '#server/document/testing/pdf-text';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { atProvider, rowOf, settleAll } from './orders/testing/order-scene.ts';
import { test as orderTest } from './orders/testing/order-test.ts';
import { compare } from './reconcile/compare.ts';
import { type Charge, charge, OVERDUE } from './testing/merchant.ts';

/** `make`: a merchant's charge · `pay`: Ana pays it. */
const test = orderTest
  .extend(
    'make',
    ({ simulator }) =>
      (asked: object) =>
        charge(simulator, asked),
  )
  .extend(
    'pay',
    ({ ana }) =>
      ({ payload }: Pick<Charge, 'payload'>, amount: string, idempotencyKey?: string) =>
        ana.call.pix.transfer({ pixKey: payload, amount, ...(idempotencyKey && { idempotencyKey }) }),
  );

const KEY = 'c0ffee00-1111-4222-8333-444455556666';

describe('reading a code', () => {
  test('a merchant’s text comes out on one line, without characters that turn or hide what follows', async ({
    ana,
    make,
  }) => {
    const { payload } = await make({
      value: '45.90',
      description: 'Pedido 12 \u202e00,5\u200b \u2028 linha',
    });
    expect(await ana.call.pix.decode({ payload })).toMatchObject({ description: 'Pedido 12 00,5 linha' });
  });

  test('an immediate code says who receives, what for, how much and until when', async ({ ana, make }) => {
    const { payload, txid } = await make({ value: '45.90', description: 'Pão e café' });
    expect(await ana.call.pix.decode({ payload: ` ${payload}\n` })).toEqual({
      key: KEY,
      keyType: 'EVP',
      name: 'Padaria do Vale Ltda',
      city: 'CURITIBA',
      document: '31.415.926/0001-71',
      institution: 'ITAÚ UNIBANCO S.A.',
      amount: '45.90',
      original: '45.90',
      rebate: '0.00',
      discount: '0.00',
      fine: '0.00',
      interest: '0.00',
      dueDate: null,
      expiresAt: expect.stringMatching(/^2026-03-11T/),
      description: 'Pão e café',
      txid,
      isDynamic: true,
    });
  });

  test('a dated code says what it costs today, and tells what the total lacks as a rebate', async ({
    ana,
    make,
  }) => {
    const late = await make({ merchant: 'Joana', dated: OVERDUE });
    expect(await ana.call.pix.decode({ payload: late.payload })).toMatchObject({
      document: '***.444.777-**',
      amount: '102.13',
      original: '100.00',
      fine: '2.00',
      interest: '0.13',
      discount: '0.00',
      dueDate: '2026-03-06',
    });
    const early = await make({
      dated: {
        original: '100.00',
        dueOn: '2026-03-20',
        rebate: { mode: 1, value: '10.00' },
        discount: { mode: 2, until: [{ on: '2026-03-10', value: '5.00' }] },
      },
    });
    expect(await ana.call.pix.decode({ payload: early.payload })).toMatchObject({
      amount: '85.50',
      rebate: '10.00',
      discount: '4.50',
    });
  });

  test('a code that cannot be paid is refused when it is read and when it is paid, and nothing is begun', async ({
    ana,
    make,
    pay,
    simulator,
    scene,
  }) => {
    const paid = await make({ value: '1.00' });
    expect(await pay(paid, '1.00')).toMatchObject({ status: 'done' });
    const removed = await make({ value: '1.00' });
    await simulator.control('POST', '/simulator/charges/remove', { id: removed.id });
    const before = await scene.balances();
    const refused: [Charge, RegExp][] = [
      [paid, /já foi paga/],
      [removed, /foi cancelada/],
      [await make({ dated: { ...OVERDUE, dueOn: '2026-02-02', validDays: 5 } }), /expirou/],
      [await make({ value: '1.00', payer: { name: 'Bruno', document: '11144477735' } }), /é de outra pessoa/],
      [await make({ value: '1.00', finality: 'WITHDRAWAL' }), /PIX Saque/],
      [await make({ value: '1.00', finality: 'CHANGE' }), /PIX Troco/],
    ];
    for (const [code, text] of refused) {
      const error = await refusalOf(ana.call.pix.decode({ payload: code.payload }));
      expect(error).toMatchObject({
        status: 409,
        code: 'CODE_NOT_PAYABLE',
        error: expect.stringMatching(text),
      });
      if (code !== paid) expect(await refusalOf(pay(code, '1.00'))).toEqual(error);
    }
    expect(await codeOf(pay(paid, '1.00'))).toBe('CODE_ALREADY_PAID');
    const unknown = writeBrCode({ url: 'pix.example.com/none', name: 'Loja', city: 'Santos' });
    expect(await codeOf(ana.call.pix.decode({ payload: unknown }))).toBe('PROVIDER_REFUSED');
    expect(await codeOf(pay({ payload: unknown }, '1.00'))).toBe('PROVIDER_REFUSED');
    expect(await scene.balances()).toEqual(before);
  });

  test('a code is read and paid by customers with an approved account alone', async ({
    admin,
    nobody,
    make,
  }) => {
    const { payload } = await make({ value: '1.00' });
    const asked = { pixKey: payload, amount: '1.00' };
    for (const call of [() => admin.call.pix.decode({ payload }), () => admin.call.pix.transfer(asked)])
      expect(await codeOf(call())).toBe('FORBIDDEN');
    for (const call of [() => nobody.pix.decode({ payload }), () => nobody.pix.transfer(asked)])
      expect(await codeOf(call())).toBe('UNAUTHENTICATED');
  });

  test('what a code points to is fetched by the provider, never by this server', async ({ ana, pay }) => {
    let calls = 0;
    const server = createServer((_, response) => {
      calls += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const payload = writeBrCode({ url: `127.0.0.1:${port}/qr`, name: 'Loja', city: 'Santos' });
    expect(await codeOf(ana.call.pix.decode({ payload }))).toBe('PROVIDER_REFUSED');
    expect(await codeOf(pay({ payload }, '1.00'))).toBe('PROVIDER_REFUSED');
    expect(calls).toBe(0);
  });
});

describe('paying a code', () => {
  test('a dated code is paid for its total of today, to whom the provider names, and its receipt says so', async ({
    make,
    pay,
    ana,
    bank,
    scene,
  }) => {
    const code = await make({ dated: OVERDUE, description: 'Mensalidade' });
    const sent = await pay(code, '102.13');
    expect(sent).toMatchObject({
      status: 'done',
      amount: '102.13',
      description: 'Mensalidade',
      to: { name: 'Padaria do Vale Ltda', document: '31.415.926/0001-71', pixKey: KEY },
      endToEndId: expect.stringMatching(/^E/),
    });
    expect(await rowOf(bank, sent.id)).toMatchObject({
      kind: 'pix',
      payload: code.payload,
      txid: code.txid,
      dueOn: '2026-03-06',
    });
    expect(atProvider(scene, sent.id)).toMatchObject([
      { status: 'DONE', amountCents: 10_213, description: `Mensalidade ${sent.id}`, txid: code.txid },
    ]);
    expect(await scene.balances()).toMatchObject({ external: 39_787, clearing: 0, cash: 10_213 });
    const { bytes } = await ana.call.account.receipt({ id: sent.id });
    expect(await pdfText(bytes as Uint8Array)).toContain('Padaria do Vale Ltda');
    expect(await ana.call.account.recipients({ kind: 'pix' })).toMatchObject([
      { name: 'Padaria do Vale Ltda', pixKey: KEY },
    ]);
    expect((await compare(bank)).differences).toEqual([]);
  });

  test('another amount than the code’s is refused; of a free one the payer’s is paid', async ({
    make,
    pay,
    scene,
  }) => {
    const code = await make({ dated: OVERDUE });
    expect(await refusalOf(pay(code, '100.00'))).toMatchObject({
      status: 409,
      code: 'CODE_CHANGED',
      error: expect.stringMatching(/^O valor deste código PIX agora é R\$\s102,13/),
    });
    expect(await scene.balances()).toMatchObject({ external: 50_000 });
    const free = await make({ merchant: 'Joana' });
    expect(await pay(free, '7.00')).toMatchObject({ status: 'done', amount: '7.00' });
  });

  test('a payee whose bank tells no key is paid, shown by name, and stays new', async ({
    make,
    pay,
    ana,
    bank,
  }) => {
    const sent = await pay(await make({ merchant: 'Jatobá', value: '30.00' }), '30.00');
    expect(sent).toMatchObject({ status: 'done', to: { name: 'Móveis Jatobá Comércio Ltda', pixKey: null } });
    expect(await rowOf(bank, sent.id)).toMatchObject({
      target: '14.142.135/0001-04 60701190',
      targetType: null,
    });
    expect(await ana.call.account.recipients({ kind: 'pix' })).toEqual([]);
  });

  test('a code asked for at once under one key, under several, and by two customers is paid once', async ({
    make,
    pay,
    bruno,
    admin,
    scene,
    bank,
  }) => {
    const code = await make({ value: '50.00' });
    const same = await Promise.all([
      pay(code, '50.00', 'um'),
      pay(code, '50.00', 'um'),
      pay(code, '50.00', 'um'),
    ]);
    expect(new Set(same.map(({ id }) => id)).size).toBe(1);
    const other = await make({ value: '60.00' });
    const several = await Promise.allSettled([1, 2, 3].map((key) => pay(other, '60.00', `k${key}`)));
    expect(several.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await admin.call.admin.accounts.adjust({ id: bruno.accountId, amount: '100.00', reason: 'Depósito' });
    await bruno.call.pix.move({ direction: 'in', amount: '100.00' });
    const shared = await make({ value: '70.00' });
    const both = await Promise.allSettled([
      pay(shared, '70.00'),
      bruno.call.pix.transfer({ pixKey: shared.payload, amount: '70.00' }),
    ]);
    await settleAll(bank);
    const done = both.filter((one) => one.status === 'fulfilled' && one.value.status === 'done');
    expect(done).toHaveLength(1);
    expect(
      scene.simulator.simulator.store
        .list('pixDebit')
        .map(({ amountCents }) => amountCents)
        .sort(),
    ).toEqual([5_000, 6_000, 7_000]);
    expect((await compare(bank)).differences).toEqual([]);
  });

  test('a code whose payment failed can be paid again; one that is returned gives the money back', async ({
    make,
    pay,
    simulator,
    bank,
    scene,
    ana,
  }) => {
    const code = await make({ value: '20.00' });
    simulator.simulator.switches.failNext = 1;
    const failed = await pay(code, '20.00');
    expect(failed).toMatchObject({
      status: 'failed',
      failReason: 'A instituição de destino recusou o pagamento.',
    });
    expect(await scene.balances()).toMatchObject({ external: 50_000, clearing: 0 });
    const sent = await pay(code, '20.00');
    expect(sent.status).toBe('done');
    const { providerId } = await rowOf(bank, sent.id);
    await simulator.control('POST', '/simulator/return', { id: providerId });
    expect((await compare(bank)).repairs).toHaveLength(1);
    expect(await ana.call.pix.order({ id: sent.id })).toMatchObject({ status: 'failed' });
    expect(await scene.balances()).toMatchObject({ external: 50_000, clearing: 0, cash: 0 });
    expect((await compare(bank)).differences).toEqual([]);
  });
});
