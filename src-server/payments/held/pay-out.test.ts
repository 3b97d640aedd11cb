/** @module-tag postgresInCi */
import { test as base, describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { verifyLedger } from '#server/ledger/verify';
import { closeRelation } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { concludeOrder } from '../orders/conclude-order.ts';
import { rowOf } from '../orders/testing/order-scene.ts';
import { compare } from '../reconcile/compare.ts';
import { returnScene } from '../returns/testing/return-scene.ts';
import { auditedChanges } from '../testing/scene.ts';

const REASON = 'Transferido à conta no Banco do Brasil';
const BECAUSE = { reason: 'cancelled' } as const;

/** Ana, who has paid Bruno R$ 120,00, has closed the relationship; he then gives R$ 20,00 back, which is held. */
async function closedScene() {
  const scene = await returnScene();
  const { bank, simulator, ana, bruno, admin, pay, events } = scene;
  const { sent, id: received } = await pay('120.00');
  await closeRelation(bank, ana.user.id);
  await bruno.call.pix.giveBack({ id: received, amount: '20.00', ...BECAUSE });
  await events();
  const list = async () => (await admin.call.admin.held.list({})).payments;
  const bankCents = async (name: 'held_pix' | 'provider_cash') =>
    balanceOf(bank.db, await bankAccountId(bank.db, name));
  return {
    ...scene,
    sent,
    id: (await list())[0]?.id ?? '',
    list,
    bankCents,
    /** As an administrator transfers it by the provider's own screens. */
    leaveProvider: async (cents: number) => {
      const { store } = simulator.simulator;
      const [account] = store.list('account', { name: '52998224725' });
      if (!account) throw new Error('Ana has no account at the provider');
      store.update('account', account.id, { balanceCents: account.balanceCents - cents });
    },
  };
}

const test = base.extend('scene', () => closedScene());

describe('what comes back to a payer who has closed the account', () => {
  test('can be neither released nor returned, and is paid outside the bank once', async ({
    scene: { bank, ana, admin, id, list, bankCents, centsOf, leaveProvider },
  }) => {
    const { held } = admin.call.admin;
    expect(await list()).toMatchObject([
      { status: 'held', amount: '20.00', mayRelease: false, mayReturn: false, isPaidOut: false },
    ]);
    expect(await refusalOf(held.release({ id, reason: REASON }))).toMatchObject({
      code: 'USER_CLOSED',
      error: expect.stringContaining('pague-o fora do banco'),
    });
    expect(await refusalOf(held.return({ id, reason: REASON }))).toMatchObject({
      code: 'NOT_A_RECEIVED_PIX',
      error: expect.stringContaining('pague-o fora do banco'),
    });
    expect(await codeOf(held.payOut({ id, reason: ' ' }))).toBe('VALIDATION');
    const before = await bankCents('provider_cash');
    const input = { id, reason: REASON, idempotencyKey: 'paga-1' };
    const answer = await held.payOut(input);
    expect(answer).toEqual({ id, status: 'released' });
    expect(await held.payOut(input)).toEqual(answer);
    expect(await codeOf(held.payOut({ ...input, reason: 'Outro motivo' }))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await list()).toMatchObject([{ status: 'released', isPaidOut: true }]);
    expect([await bankCents('held_pix'), (await bankCents('provider_cash')) - before]).toEqual([0, 2_000]);
    expect(await centsOf(ana)).toBe(38_000);
    expect(await auditedChanges(bank, 'pay_out_held_pix')).toMatchObject([
      { userId: ana.user.id, amount: '20.00', reason: REASON },
    ]);
    for (const again of ['release', 'return', 'payOut'] as const)
      expect(await codeOf(held[again]({ id, reason: REASON }))).toBe('HELD_DECIDED');
    // Until the money has left the provider both sides differ.
    expect((await compare(bank)).differences).toMatchObject([{ about: expect.stringMatching(/^Conta /) }]);
    await leaveProvider(2_000);
    expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ differences: [] });
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  });

  test('is refused of nobody’s, of a customer who has not closed, and to others than administrators', async ({
    scene: { bank, simulator, ana, bruno, nobody, admin, key, id, list },
  }) => {
    const input = { id, reason: REASON };
    expect(await codeOf(nobody.admin.held.payOut(input))).toBe('UNAUTHENTICATED');
    for (const { call } of [ana, bruno])
      expect(await codeOf(call.admin.held.payOut(input))).toBe('FORBIDDEN');
    expect(await codeOf(admin.call.admin.held.payOut({ ...input, id: bruno.accountId }))).toBe('NOT_FOUND');
    await admin.call.admin.users.deactivate({ id: bruno.user.id, reason: 'Documento vencido' });
    await simulator.control('POST', '/simulator/receive', { addressKey: key, value: 8 });
    await compare(bank);
    const ofBruno = (await list()).find(({ amount }) => amount === '8.00');
    expect(await codeOf(admin.call.admin.held.payOut({ ...input, id: ofBruno?.id ?? '' }))).toBe(
      'USER_NOT_CLOSED',
    );
  });

  test('of a PIX that counts as come back after it was paid out: the order’s failure brings nothing more', async ({
    scene: { bank, admin, sent, id, bankCents },
  }) => {
    await admin.call.admin.held.payOut({ id, reason: REASON });
    const before = await bankCents('provider_cash');
    const { providerId, amountCents } = await rowOf(bank, sent);
    const at = { providerId, amountCents, endToEndId: null, payee: null };
    expect(await concludeOrder(bank, sent, { kind: 'failed', at, reason: 'Devolvido' })).toBe('nothing');
    expect([await bankCents('held_pix'), await bankCents('provider_cash')]).toEqual([0, before]);
  });

  test('64 decisions at once pay it once', race(), async ({ scene: { bank, admin, id, bankCents } }) => {
    const before = await bankCents('provider_cash');
    const pay = (place: number) =>
      admin.call.admin.held.payOut({ id, reason: REASON, idempotencyKey: `paga-${place}` });
    const codes = await settledCodes(Array.from({ length: 64 }, (_, place) => pay(place)));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['done', 'HELD_DECIDED']));
    expect([await bankCents('held_pix'), (await bankCents('provider_cash')) - before]).toEqual([0, 2_000]);
    expect(await auditedChanges(bank, 'pay_out_held_pix')).toHaveLength(1);
  });
});
