import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { writeBrCode } from '#domain/pix/br-code';
import { FAIL_REASONS } from '#domain/pix/order';
import { freezeSlowly } from '#server/account/testing/slow-freeze';
import { pdfText } from '#server/document/testing/pdf-text';
import { freeze } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { atProvider, expectClearing, orderScene, rowOf, settleAll } from './orders/testing/order-scene.ts';
import { test } from './orders/testing/order-test.ts';
import { auditedChanges, pixScene } from './testing/scene.ts';

const START = { checking: 100_000, external: 50_000, clearing: 0, cash: 0 };
const KEY = 'maria@correio.example';

describe('a PIX', () => {
  test("a PIX leaves the external account, is audited, has a receipt, and is in that account's statement alone", async ({
    scene,
    bank,
    ana,
  }) => {
    const before = (await ana.call.account.ledger({})).entries.length;
    const sent = await ana.call.pix.transfer({
      pixKey: ` ${KEY} `,
      amount: '40.25',
      description: ' Aluguel ',
    });
    expect(sent).toMatchObject({
      type: 'transfer',
      kind: 'pix',
      status: 'done',
      amount: '40.25',
      description: 'Aluguel',
      from: {
        name: 'Ana Moreira',
        document: '***.982.247-**',
        accountNumber: expect.stringMatching(/^\d{4}-\d{4}$/),
      },
      to: { pixKey: KEY, accountNumber: null, name: null, document: null },
      balanceAfter: '459.75',
      endToEndId: expect.stringMatching(/^E\d{20}\w{11}$/),
      failReason: null,
    });
    expect(await scene.balances()).toEqual({ ...START, external: 45_975, cash: 4_025 });
    expect(atProvider(scene, sent.id)).toMatchObject([{ status: 'DONE', amountCents: 4_025 }]);
    expect(await auditedChanges(bank, 'pix_transfer')).toEqual([{ amount: '40.25', keyType: 'EMAIL' }]);
    expect((await ana.call.account.ledger({})).entries).toHaveLength(before);
    const { entries } = await ana.call.account.ledger({ account: 'external' });
    expect(entries[0]).toMatchObject({ transactionId: sent.id, amount: '40.25', isDebit: true });
    const { bytes } = await ana.call.account.receipt({ id: sent.id });
    const text = await pdfText(bytes as Uint8Array);
    for (const part of [
      'Comprovante de PIX',
      KEY,
      sent.endToEndId ?? '-',
      sent.authCode,
      'Titular da chave PIX',
      'Conta externa',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain(sent.from.accountNumber ?? '-');
    expect(await codeOf(scene.bruno.call.account.receipt({ id: sent.id }))).toBe('NOT_FOUND');
    expect(await codeOf(scene.bruno.call.pix.order({ id: sent.id }))).toBe('NOT_FOUND');
  });

  test('a PIX accepts a complete code, with exactly its amount', async ({ ana }) => {
    const pixKey = writeBrCode({ key: KEY, name: 'Maria Luz', city: 'Sao Paulo', amountCents: 1_050 });
    expect(await refusalOf(ana.call.pix.transfer({ pixKey, amount: '10.51' }))).toMatchObject({
      status: 400,
      fields: { amount: expect.stringMatching(/^O valor deste código é R\$\s10,50$/) },
    });
    expect(await ana.call.pix.transfer({ pixKey, amount: '10.50' })).toMatchObject({
      status: 'done',
      description: 'PIX para Maria Luz',
      to: { name: 'Maria Luz', pixKey: KEY },
    });
  });

  test('a PIX to a former own key is accepted', async ({ ana, simulator }) => {
    const { id, key } = await ana.call.pix.keys.create({ type: 'EVP' });
    simulator.simulator.store.update('key', id, { status: 'DELETED' });
    expect(await ana.call.pix.transfer({ pixKey: key ?? '', amount: '1.00' })).toMatchObject({
      type: 'transfer',
    });
  });

  test('a PIX to a CPF is shown with it masked everywhere', async ({ ana, bruno }) => {
    await bruno.call.pix.keys.create({ type: 'CPF', key: '11144477735' });
    const sent = await ana.call.pix.transfer({ pixKey: '111.444.777-35', amount: '10.00' });
    expect(sent).toMatchObject({ status: 'done', description: 'PIX para ***.444.777-**' });
    const { bytes } = await ana.call.account.receipt({ id: sent.id });
    expect(await pdfText(bytes as Uint8Array)).not.toMatch(/11144477735|111\.444\.777-35/);
  });

  test('a PIX names the recipient as the provider has it, whatever a code said', async ({ ana, bruno }) => {
    const { key } = await bruno.call.pix.keys.create({ type: 'EVP' });
    const pixKey = writeBrCode({ key: key ?? '', name: 'Outro Nome', city: 'Sao Paulo', amountCents: 1_050 });
    const sent = await ana.call.pix.transfer({ pixKey, amount: '10.50' });
    expect(sent).toMatchObject({
      status: 'done',
      to: { name: 'Bruno Nogueira', document: '***.444.777-**', pixKey: key },
    });
    const { entries } = await ana.call.account.ledger({ account: 'external' });
    expect(entries[0]).toMatchObject({ counterparty: { name: 'Bruno Nogueira' } });
    const { bytes } = await ana.call.account.receipt({ id: sent.id });
    const text = await pdfText(bytes as Uint8Array);
    expect(text).toContain('Bruno Nogueira');
    expect(text).toContain('***.444.777-**');
    // Text of the code appears only in the description.
    expect(text.match(/Outro Nome/g)).toHaveLength(1);
  });

  test('a PIX repeated with one idempotency key, also concurrently, is sent once', {
    tags: ['postgres'],
  }, async ({ scene, ana }) => {
    const ask = (amount = '5.00') => ana.call.pix.transfer({ pixKey: KEY, amount, idempotencyKey: 'um' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    const again = await ask();
    expect(new Set([...answers, again].map(({ id }) => id)).size).toBe(1);
    expect(again.status).toBe('done');
    expect(atProvider(scene, again.id)).toHaveLength(1);
    expect(await codeOf(ask('6.00'))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await scene.balances()).toMatchObject({ external: 49_500 });
  });

  test('two concurrent PIX cannot spend the same money', { tags: ['postgres'] }, async ({ scene }) => {
    const ask = () =>
      codeOf(scene.ana.call.pix.transfer({ pixKey: KEY, amount: '300.00' })).catch(() => 'sent');
    expect((await Promise.all([ask(), ask()])).sort()).toEqual(['INSUFFICIENT_FUNDS', 'sent']);
    await expectClearing(scene.bank);
  });

  test('a PIX that the provider refuses is given back with its reason, and has no receipt', async ({
    scene,
  }) => {
    const sent = await scene.ana.call.pix.transfer({ pixKey: 'unknown@correio.example', amount: '5.00' });
    expect(sent).toMatchObject({ status: 'failed', failReason: expect.stringMatching(/./) });
    expect(await rowOf(scene.bank, sent.id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      providerId: null,
    });
    expect(await scene.balances()).toEqual(START);
    expect(await refusalOf(scene.ana.call.account.receipt({ id: sent.id }))).toMatchObject({
      status: 409,
      code: 'RECEIPT_NOT_READY',
    });
  });

  test('a PIX in progress has no receipt; one that fails later is given back', async ({
    scene,
    bank,
    ana,
    simulator,
  }) => {
    const { switches } = simulator.simulator;
    switches.settleMs = 600_000;
    switches.failNext = 1;
    const sent = await ana.call.pix.transfer({ pixKey: KEY, amount: '5.00' });
    expect(sent).toMatchObject({ status: 'processing' });
    expect(await ana.call.pix.orders()).toMatchObject([{ id: sent.id, status: 'processing' }]);
    expect(await codeOf(ana.call.account.receipt({ id: sent.id }))).toBe('RECEIPT_NOT_READY');
    await expectClearing(bank);
    await simulator.settle();
    await settleAll(bank);
    expect(await ana.call.pix.order({ id: sent.id })).toMatchObject({ status: 'failed' });
    expect(await scene.balances()).toEqual(START);
  });
});

describe('refused PIX payments', () => {
  test('a PIX is refused before the account is approved, and while the provider does not answer, without effect', async () => {
    const { ana, nobody, admin } = await pixScene();
    const asked = { pixKey: KEY, amount: '1.00' };
    expect(await codeOf(ana.call.pix.transfer(asked))).toBe('ACCOUNT_NOT_APPROVED');
    expect(await codeOf(ana.call.pix.move({ direction: 'in', amount: '1.00' }))).toBe('ACCOUNT_NOT_APPROVED');
    expect(await codeOf(nobody.pix.transfer(asked))).toBe('UNAUTHENTICATED');
    expect(await codeOf(admin.call.pix.transfer(asked))).toBe('FORBIDDEN');
    const scene = await orderScene();
    await scene.simulator.goDown();
    expect(await codeOf(scene.ana.call.pix.transfer(asked))).toBe('PROVIDER_FAILED');
    expect(await codeOf(scene.ana.call.pix.move({ direction: 'out', amount: '1.00' }))).toBe(
      'PROVIDER_FAILED',
    );
    await scene.simulator.comeBack();
    expect(await scene.balances()).toEqual(START);
    expect(await scene.ana.call.pix.orders()).toEqual([]);
  });

  test('a PIX is refused to an own key, beyond the balance, and from frozen accounts', async ({
    bank,
    ana,
    external,
  }) => {
    const { key } = await ana.call.pix.keys.create({ type: 'EVP' });
    const send = (amount: string, pixKey = KEY) => codeOf(ana.call.pix.transfer({ pixKey, amount }));
    expect(await send('1.00', key ?? '')).toBe('SAME_ACCOUNT');
    expect(await send('500.01')).toBe('INSUFFICIENT_FUNDS');
    await freeze(bank, ana.accountId);
    expect(await send('1.00')).toBe('ACCOUNT_INACTIVE');
    await freeze(bank, external);
    expect(await send('1.00')).toBe('ACCOUNT_INACTIVE');
  });

  test(
    'a PIX is refused while a freeze of the checking account is being committed',
    race(),
    async ({ scene, bank, ana }) => {
      const { written, freezing } = freezeSlowly(bank, ana.accountId);
      await written;
      expect(await codeOf(ana.call.pix.transfer({ pixKey: KEY, amount: '1.00' }))).toBe('ACCOUNT_INACTIVE');
      await freezing;
      expect(await scene.balances()).toEqual(START);
    },
  );

  test.each([
    [{ pixKey: '', amount: '1.00' }, { pixKey: 'Chave PIX é obrigatória' }],
    [{ pixKey: 'não é', amount: '1.00' }, { pixKey: 'Chave PIX inválida' }],
    [{ pixKey: KEY, amount: '0' }, { amount: 'Valor deve ser maior que zero' }],
    [{ pixKey: KEY, amount: '1.001' }, { amount: 'Valor inválido' }],
    [{ pixKey: '00020126', amount: '1.00' }, { pixKey: 'Código PIX inválido' }],
  ])('a PIX with wrong input is refused: %j', async (input, fields) => {
    const { ana } = await pixScene();
    expect(await refusalOf(ana.call.pix.transfer(input))).toMatchObject({ status: 400, fields });
  });
});

describe('money moved between a customer’s two accounts', () => {
  test('money that the bank itself lacks at the provider is logged, and not told to the customer', async ({
    scene,
    bank,
    ana,
    simulator,
  }) => {
    const { store, rootId } = simulator.simulator;
    store.update('account', rootId, { balanceCents: 0 });
    const sent = await ana.call.pix.move({ direction: 'in', amount: '5.00' });
    expect(sent).toMatchObject({ status: 'failed', failReason: FAIL_REASONS.refused });
    expect(bank.logged.join('\n')).toContain('insufficient_balance');
    expect(await scene.balances()).toEqual(START);
  });

  test.for([
    ['in', 'external'],
    ['out', 'checking'],
  ] as const)(
    'money does not move %s while the %s account is frozen',
    async ([direction, frozen], { scene, bank, ana, external }) => {
      await freeze(bank, frozen === 'external' ? external : ana.accountId);
      expect(await codeOf(ana.call.pix.move({ direction, amount: '5.00' }))).toBe('ACCOUNT_INACTIVE');
      expect(await scene.balances()).toEqual(START);
      expect(await ana.call.pix.orders()).toEqual([]);
    },
  );

  test("what is available in the external account is the lesser of the provider's balance and ours", async ({
    bank,
    ana,
    simulator,
  }) => {
    const people = await bank.db.select().from(bank.db.tables.users);
    const accountId = people.find(({ id }) => id === ana.user.id)?.asaasSubAccountId ?? '';
    const available = async (balanceCents: number) => {
      simulator.simulator.store.update('account', accountId, { balanceCents });
      return (await ana.call.pix.balance()).balance;
    };
    expect(await available(50_000)).toBe('500.00');
    expect(await available(60_000)).toBe('500.00');
    expect(await available(100)).toBe('1.00');
  });

  test('money moves both ways, at the provider too, with one receipt for both entries', async ({
    scene,
    ana,
  }) => {
    const out = await ana.call.pix.move({ direction: 'out', amount: '200.00' });
    expect(out).toMatchObject({ status: 'done', kind: 'move_out', balanceAfter: '300.00' });
    expect(out.to.accountNumber).toBe(ana.accountNumber);
    expect(await scene.balances()).toEqual({ checking: 120_000, external: 30_000, clearing: 0, cash: 0 });
    expect(await ana.call.pix.balance()).toMatchObject({ balance: '300.00' });
    const arrived = (await ana.call.account.ledger({})).entries[0];
    expect(arrived).toMatchObject({
      amount: '200.00',
      isDebit: false,
      description: 'Transferência da conta externa',
    });
    const one = await ana.call.account.receipt({ id: out.id });
    const other = await ana.call.account.receipt({ id: arrived?.transactionId ?? '' });
    expect(other.fileName).toBe(one.fileName);
    expect(await codeOf(ana.call.pix.move({ direction: 'out', amount: '300.01' }))).toBe(
      'INSUFFICIENT_FUNDS',
    );
    expect(await codeOf(ana.call.pix.move({ direction: 'in', amount: '1200.01' }))).toBe(
      'INSUFFICIENT_FUNDS',
    );
    const input = { direction: 'sideways', amount: '1.00' } as never;
    expect((await refusalOf(ana.call.pix.move(input))).fields).toEqual({ direction: 'Direção inválida' });
  });
});
