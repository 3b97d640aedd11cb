import { describe, expect } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { pdfText } from '#server/document/testing/pdf-text';
import { freeze } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { refreshOrder } from './orders/look-up.ts';
import { atProvider, expectClearing, rowOf, settleAll } from './orders/testing/order-scene.ts';
import { test } from './orders/testing/order-test.ts';
import { auditedChanges, pixScene } from './testing/scene.ts';

const START = { checking: 100_000, external: 50_000, clearing: 0, cash: 0 };
const UTILITY = '836200000005667800481000180975657313001589636081';

describe('a boleto', () => {
  test('a boleto is shown as registered at the provider, with fine and interest when it is late', async () => {
    const { ana } = await pixScene();
    const { line } = newBankBoleto(10_000, '2026-03-20', 1);
    expect(await ana.call.account.boleto.preview({ line })).toMatchObject({
      kind: 'bank',
      line,
      bank: { code: line.slice(0, 3), name: expect.any(String) },
      beneficiary: expect.stringMatching(/\w+/),
      amount: '100.00',
      fine: '0.00',
      interest: '0.00',
      dueDate: '2026-03-20',
      overdue: false,
      isConfirmed: true,
    });
    const late = newBankBoleto(10_000, '2026-02-10', 2);
    const shown = await ana.call.account.boleto.preview({ line: late.line });
    expect(shown).toMatchObject({
      overdue: true,
      fine: '2.00',
      originalAmount: '100.00',
      dueDate: '2026-02-10',
    });
    expect(Number(shown.amount)).toBeGreaterThan(102);
    expect(await ana.call.account.boleto.preview({ line: UTILITY })).toMatchObject({
      kind: 'utility',
      bank: null,
      amount: '66.78',
      dueDate: null,
    });
  });

  test('a boleto is shown by its line while the provider does not answer, and cannot be paid then', async ({
    ana,
    simulator,
  }) => {
    const { line } = newBankBoleto(10_000, '2026-03-20', 1);
    await simulator.goDown();
    expect(await ana.call.account.boleto.preview({ line })).toMatchObject({
      amount: '100.00',
      beneficiary: null,
      dueDate: '2026-03-20',
      isConfirmed: false,
    });
    expect(await codeOf(ana.call.account.boleto.pay({ line }))).toBe('PROVIDER_FAILED');
    await simulator.comeBack();
  });

  test('a boleto is paid once from the checking account with the registered amount, and has a receipt', async ({
    scene,
    bank,
    ana,
  }) => {
    const { line } = newBankBoleto(10_000, '2026-02-10', 2);
    const { amount } = await ana.call.account.boleto.preview({ line });
    const cents = Math.round(Number(amount) * 100);
    // The amount shown before the fine is not accepted.
    expect(await refusalOf(ana.call.account.boleto.pay({ line, amount: '100.00' }))).toMatchObject({
      status: 409,
      code: 'BOLETO_CHANGED',
    });
    const pay = () => ana.call.account.boleto.pay({ line, amount: amount ?? '' });
    const paid = await Promise.allSettled([pay(), pay(), pay()]);
    const [done, ...others] = paid.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(others).toEqual([]);
    expect(done).toMatchObject({
      type: 'payment',
      status: 'done',
      amount,
      line,
      dueDate: '2026-02-10',
      beneficiary: expect.stringMatching(/\w+/),
      authCode: expect.stringMatching(/-/),
    });
    expect(await codeOf(pay())).toBe('BOLETO_ALREADY_PAID');
    expect(await scene.balances()).toEqual({ ...START, checking: 100_000 - cents, cash: cents });
    expect(await auditedChanges(bank, 'pay_boleto')).toEqual([{ amount, line }]);
    expect(atProvider(scene, done?.id ?? '')).toMatchObject([{ status: 'PAID', amountCents: cents }]);
    const entry = (await ana.call.account.ledger({})).entries[0];
    expect(entry).toMatchObject({
      type: 'payment',
      isDebit: true,
      counterparty: { name: done?.beneficiary },
    });
    const { bytes } = await ana.call.account.receipt({ id: done?.id ?? '' });
    const text = (await pdfText(bytes as Uint8Array)).replaceAll('\u00a0', ' ');
    for (const part of ['Comprovante de pagamento de boleto', '10/02/2026', line.slice(0, 5)])
      expect(text).toContain(part);
  });

  test('a boleto that fails at the provider is given back and can be paid again, also after a refund', async ({
    scene,
    bank,
    ana,
    simulator,
  }) => {
    const { line } = newBankBoleto(5_000, '2026-03-20', 3);
    simulator.simulator.switches.failNext = 1;
    const first = await ana.call.account.boleto.pay({ line });
    await settleAll(bank);
    expect((await rowOf(bank, first.id)).status).toBe('failed');
    expect(await scene.balances()).toEqual(START);
    const second = await ana.call.account.boleto.pay({ line });
    expect(second).toMatchObject({ status: 'done' });
    await expectClearing(bank);
    const { providerId } = await rowOf(bank, second.id);
    await simulator.control('POST', '/simulator/return', { id: providerId });

    expect(await refreshOrder(bank, second.id)).toBe('return');
    expect(await scene.balances()).toEqual(START);
  });

  test('a boleto paid twice with one idempotency key is paid once with the same answer', async ({
    ana,
    simulator,
  }) => {
    const { line } = newBankBoleto(5_000, '2026-03-20', 4);
    const pay = () => ana.call.account.boleto.pay({ line, idempotencyKey: 'um' });
    const one = await pay();
    await simulator.goDown();
    expect(await pay()).toEqual(one);
    await simulator.comeBack();
  });
});

describe('refused boletos', () => {
  test('a boleto is refused to administrators, without a sign-in, with a wrong line, and when unregistered', async () => {
    const { nobody, admin, ana } = await pixScene();
    const { line } = newBankBoleto(5_000, '2026-03-20', 1);
    expect(await codeOf(nobody.account.boleto.pay({ line }))).toBe('UNAUTHENTICATED');
    expect(await codeOf(admin.call.account.boleto.preview({ line }))).toBe('FORBIDDEN');
    const wrong = `${line.slice(0, 9)}${(Number(line[9]) + 1) % 10}${line.slice(10)}`;
    for (const ask of [ana.call.account.boleto.preview, ana.call.account.boleto.pay]) {
      expect(await refusalOf(ask({ line: wrong }))).toMatchObject({
        status: 400,
        fields: { line: expect.stringContaining('1º bloco') },
      });
      expect((await refusalOf(ask({ line: '123' }))).fields).toEqual({
        line: 'Código do boleto inválido (mínimo 47 dígitos)',
      });
    }
  });

  test('a boleto is refused without an amount, beyond the balance, and from a frozen account', async ({
    bank,
    ana,
  }) => {
    const pay = (cents: number, place: number) =>
      codeOf(ana.call.account.boleto.pay({ line: newBankBoleto(cents, '2026-03-20', place).line }));
    expect(await pay(0, 5)).toBe('BOLETO_NOT_PAYABLE');
    expect(await pay(100_001, 6)).toBe('INSUFFICIENT_FUNDS');
    await freeze(bank, ana.accountId);
    expect(await pay(100, 7)).toBe('ACCOUNT_INACTIVE');
  });
});
