/** @module-tag postgresInCi */
import { and, eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { closeRelation, tokenCallerOf } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { orderScene } from '../orders/testing/order-scene.ts';
import { compare } from '../reconcile/compare.ts';
import { auditedChanges, deliverEvent } from '../testing/scene.ts';
import { sendReturns } from './send-returns.ts';

/** Ana, deactivated, and a PIX of R$ 80,00 that arrived for her. */
async function heldScene() {
  const scene = await orderScene();
  const { bank, simulator, ana, admin, external } = scene;
  const { key } = await ana.call.pix.keys.create({ type: 'EVP' });
  await admin.call.admin.users.deactivate({ id: ana.user.id, reason: 'Documento vencido' });
  const payIn = async (value: number) => {
    const { body } = await simulator.control('POST', '/simulator/receive', { addressKey: key, value });
    await deliverEvent(bank, ana, { event: 'PAYMENT_RECEIVED', objectId: String(body.id) });
    return String(body.id);
  };
  const providerId = await payIn(80);
  const list = async () => (await admin.call.admin.held.list({})).payments;
  const [held] = await list();
  const bankCents = async (name: 'held_pix' | 'provider_cash') =>
    balanceOf(bank.db, await bankAccountId(bank.db, name));
  const cents = async () => ({
    external: await balanceOf(bank.db, external),
    held: await bankCents('held_pix'),
    cash: await bankCents('provider_cash'),
  });
  const told = async (kind: string) => {
    const { outbox } = bank.db.tables;
    return bank.db.$count(outbox, eq(outbox.kind, kind));
  };
  return { ...scene, providerId, id: held?.id ?? '', payIn, list, cents, told };
}

const REASON = 'Conferido com o cliente';
const test = base.extend('scene', () => heldScene());

describe('a PIX for a deactivated person', () => {
  test('a PIX for a deactivated person is booked once, in no account of the person, and administrators are told', async ({
    scene: { bank, ana, providerId, list, cents, told },
  }) => {
    await deliverEvent(bank, ana, { event: 'PAYMENT_RECEIVED', objectId: providerId, id: 'evt_again' });
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
    expect(await cents()).toEqual({ external: 50_000, held: 8_000, cash: -8_000 });
    expect(await list()).toMatchObject([
      {
        status: 'held',
        amount: '80.00',
        clientName: 'Ana Moreira',
        payerName: 'Pagador de fora',
        isClientActive: false,
        mayRelease: true,
      },
    ]);
    expect([await told('pix_held'), await told('pix_received')]).toEqual([1, 0]);
    expect(await auditedChanges(bank, 'hold_pix')).toMatchObject([{ amount: '80.00', providerId }]);
  });

  test('a document that administrators search for finds whose it is, and no payer who put it into their name', async ({
    scene: { bank, simulator, ana, admin, list },
  }) => {
    const cpf = '111.444.777-35';
    const { body } = await simulator.control('POST', '/simulator/receive', {
      walletId: await walletOf(bank, ana.user.id),
      value: 20,
      payerName: `Bruno ${cpf}`,
    });
    await deliverEvent(bank, ana, { event: 'PAYMENT_RECEIVED', objectId: String(body.id) });
    expect(await list()).toHaveLength(2);
    const found = async (q: string) => (await admin.call.admin.held.list({ q })).payments.length;
    expect([await found('Bruno'), await found(cpf), await found('529.982.247-25')]).toEqual([1, 0, 2]);
  });

  test('a PIX for a deactivated person whose event was lost is held by the daily comparison', async ({
    scene: { bank, simulator, ana, list, cents },
  }) => {
    const { body } = await simulator.control('POST', '/simulator/receive', {
      walletId: await walletOf(bank, ana.user.id),
      value: 20,
    });
    expect(body.id).toBeTruthy();
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 1 });
    expect(await cents()).toMatchObject({ external: 50_000, held: 10_000 });
    expect(await list()).toHaveLength(2);
  });

  test('the overview counts a held PIX, and the list finds it by status and by name, which leaves a row', async ({
    scene: { bank, admin, ana, id },
  }) => {
    const { needs } = await admin.call.admin.overview({ days: 7 });
    expect(needs.filter(({ need }) => need === 'held_payments')).toMatchObject([{ count: 1 }]);
    const idsOf = async (filter: object) =>
      (await admin.call.admin.held.list(filter)).payments.map((one) => one.id);
    const { auditLog } = bank.db.tables;
    const isView = and(eq(auditLog.action, 'view_user'), eq(auditLog.entityId, ana.user.id));
    const views = await bank.db.$count(auditLog, isView);
    await idsOf({});
    expect(await bank.db.$count(auditLog, isView)).toBe(views);
    expect(await idsOf({ status: 'held', q: 'moreira' })).toEqual([id]);
    expect(await bank.db.$count(auditLog, isView)).toBe(views + 1);
    expect(await idsOf({ q: 'pagador' })).toEqual([id]);
    expect(await idsOf({ status: 'returned' })).toEqual([]);
    expect(await idsOf({ q: 'ninguém' })).toEqual([]);
  });

  test('the copy of personal data has a held PIX, and the account cannot be closed while it is held', async ({
    scene: { bank, admin, ana },
  }) => {
    await admin.call.admin.users.activate({ id: ana.user.id, reason: 'Documento novo' });
    const copy: unknown[] = [];
    for (const { name, pages } of bank.registry.personalData)
      if (name === 'heldPayments')
        for await (const page of pages(bank.db, ana.user.id)) copy.push(...(page as unknown[]));
    expect(copy).toMatchObject([{ status: 'held', amount: '80.00', payerName: 'Pagador de fora' }]);
    const obstacles = await bank.db.transaction(async (tx) => {
      const all = await Promise.all(bank.registry.closureObstacles.map((one) => one(tx, ana.user.id)));
      return all.flat();
    });
    expect(obstacles).toEqual(['Há PIX retido pelo banco: fale com o atendimento antes de encerrar.']);
  });
});

describe('releasing a held PIX', () => {
  test('a released PIX reaches the statement like any received PIX, with receipt, message and audit row', async ({
    scene: { bank, admin, ana, id, cents, told },
  }) => {
    const input = { id, reason: REASON, idempotencyKey: 'libera-1' };
    const answer = await admin.call.admin.held.release(input);
    expect(answer).toEqual({ id, status: 'released' });
    expect(await admin.call.admin.held.release(input)).toEqual(answer);
    expect(await cents()).toEqual({ external: 58_000, held: 0, cash: -8_000 });
    await admin.call.admin.users.activate({ id: ana.user.id, reason: 'Documento novo' });
    const { entries } = await ana.call.account.ledger({ account: 'all', view: 'movements' });
    expect(entries[0]).toMatchObject({
      kind: 'pix',
      type: 'deposit',
      amount: '80.00',
      isDebit: false,
      isNeutral: false,
      description: 'PIX recebido de Pagador de fora',
      counterparty: { name: 'Pagador de fora' },
    });
    expect(await ana.call.account.monthSummary({})).toMatchObject({ income: '1580.00' });
    const receipt = await ana.call.account.receipt({ id: entries[0]?.transactionId ?? '' });
    expect(receipt).toBeTruthy();
    expect(await told('pix_received')).toBe(1);
    expect(await auditedChanges(bank, 'release_held_pix')).toMatchObject([
      { reason: REASON, amount: '80.00' },
    ]);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
    expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ differences: [] });
    for (const again of ['release', 'return'] as const)
      expect(await codeOf(admin.call.admin.held[again]({ id, reason: REASON }))).toBe('HELD_DECIDED');
  });

  test('a held PIX of a customer who has closed the account can only be returned', async ({
    scene: { bank, admin, ana, id, list, cents },
  }) => {
    await closeRelation(bank, ana.user.id);
    expect(await list()).toMatchObject([{ mayRelease: false }]);
    expect(await codeOf(admin.call.admin.held.release({ id, reason: REASON }))).toBe('USER_CLOSED');
    await admin.call.admin.held.return({ id, reason: REASON });
    await sendReturns(bank);
    expect(await cents()).toMatchObject({ held: 0, cash: 0 });
  });

  test('a released PIX that the provider takes back leaves the account and the books', async ({
    scene: { bank, simulator, admin, ana, id, providerId, list, cents },
  }) => {
    await admin.call.admin.held.release({ id, reason: REASON });
    await simulator.control('POST', '/simulator/return', { id: providerId });
    await deliverEvent(bank, ana, { event: 'PAYMENT_REFUNDED', objectId: providerId });
    expect(await cents()).toEqual({ external: 50_000, held: 0, cash: 0 });
    expect(await list()).toMatchObject([{ status: 'returned' }]);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
    expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ differences: [] });
  });

  test('decisions about held PIX are refused to customers and to tokens, and for unknown ids', async ({
    scene: { bank, bruno, admin, id, cents },
  }) => {
    expect(await codeOf(bruno.call.admin.held.list({}))).toBe('FORBIDDEN');
    expect(await codeOf(bruno.call.admin.held.release({ id, reason: REASON }))).toBe('FORBIDDEN');
    for (const act of ['release', 'return'] as const) {
      expect(await codeOf(admin.call.admin.held[act]({ id: 'x', reason: REASON }))).toBe('NOT_FOUND');
      expect(await codeOf(admin.call.admin.held[act]({ id, reason: '' }))).toBe('VALIDATION');
    }
    const production = { ...bank, env: { ...bank.env, isProduction: true } };
    const byToken = tokenCallerOf(production, admin.user).admin.held;
    expect(await codeOf(byToken.release({ id, reason: REASON }))).toMatch(/TOKEN_NOT_ALLOWED|TWO_FACTOR/);
    expect(await cents()).toMatchObject({ held: 8_000 });
  });

  test(
    'of 64 concurrent releases and returns of a held PIX exactly one succeeds',
    race(),
    async ({ scene: { bank, admin, id, cents, list } }) => {
      const outcomes = await Promise.all(
        Array.from({ length: 64 }, (_, index) => {
          const act = index % 2 === 0 ? 'release' : 'return';
          return admin.call.admin.held[act]({ id, reason: REASON }).then(
            ({ status }) => status,
            (error: Error) => error.message,
          );
        }),
      );
      expect(outcomes.filter((one) => one === 'released' || one === 'returning')).toHaveLength(1);
      await sendReturns(bank);
      const [decided] = await list();
      const isReleased = decided?.status === 'released';
      expect(await cents()).toEqual(
        isReleased ? { external: 58_000, held: 0, cash: -8_000 } : { external: 50_000, held: 0, cash: 0 },
      );
      expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
    },
  );
});

async function walletOf(bank: Parameters<typeof compare>[0], userId: string): Promise<string | null> {
  const { externalAccounts } = bank.db.tables;
  const [row] = await bank.db.select().from(externalAccounts).where(eq(externalAccounts.userId, userId));
  return row?.walletId ?? null;
}
