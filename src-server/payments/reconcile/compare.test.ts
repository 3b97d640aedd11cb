import { test as base, describe, expect } from 'vitest';
import { PROVIDER_CHECKS } from '#domain/pix/comparison';
import { balanceOf } from '#server/ledger/statement';
import { codeOf } from '#server/testing/refusal-of';
import { processEvents } from '../process-events.ts';
import {
  activate,
  auditedChanges,
  deliverEvent,
  exhaustQuota,
  externalRow,
  loseApiKey,
  makeNeighbours,
  pixScene,
} from '../testing/scene.ts';
import { compare } from './compare.ts';

async function receiving() {
  const scene = await pixScene();
  const { bank, simulator, ana } = scene;
  await activate(scene, ana);
  const { key } = await ana.call.pix.keys.create({ type: 'EVP' });
  const { accountId } = await externalRow(bank, ana.user.id);
  const payIn = async (value: number) => {
    const { body } = await simulator.control('POST', '/simulator/receive', { addressKey: key, value });
    return String(body.id);
  };
  const balance = () => balanceOf(bank.db, accountId ?? '');
  const deliver = (event: string, objectId: string, id?: string) =>
    deliverEvent(bank, ana, { event, objectId, ...(id && { id }) });
  return { ...scene, payIn, balance, deliver };
}

const test = base.extend('scene', () => receiving());

describe('incoming money', () => {
  test('incoming money is booked once, confirmed with the provider, and its owner is told', async ({
    scene: { bank, payIn, balance, deliver, ana, admin },
  }) => {
    const id = await payIn(123.45);
    expect(await deliver('PAYMENT_RECEIVED', id)).toMatchObject({
      processedAt: bank.clock.real(),
      lastError: null,
    });
    await deliver('PAYMENT_CONFIRMED', id);
    await deliver('PAYMENT_RECEIVED', id, 'evt_again');
    expect(await balance()).toBe(12_345);
    const { outbox, incomingPayments } = bank.db.tables;
    const { entries } = await ana.call.account.ledger({ account: 'external' });
    expect(
      await codeOf(
        admin.call.admin.transactions.reverse({ id: entries[0]?.transactionId ?? '', reason: 'Engano' }),
      ),
    ).toBe('NOT_REVERSIBLE');
    expect(await bank.db.select().from(incomingPayments)).toMatchObject([
      { providerId: id, userId: ana.user.id, amountCents: 12_345, payerName: 'Pagador de fora' },
    ]);
    const mails = (await bank.db.select().from(outbox)).filter(({ kind }) => kind === 'pix_received');
    expect(mails.map(({ subject }) => subject.replaceAll('\u00a0', ' '))).toEqual([
      'PIX recebido: R$ 123,45',
    ]);
  });

  test('incoming money that the provider refunded is taken back once, whether or not an event arrived', async ({
    scene: { bank, simulator, payIn, balance, deliver, ana },
  }) => {
    const [heard, unheard] = [await payIn(100), await payIn(23.45)];
    await compare(bank);
    expect(await balance()).toBe(12_345);
    for (const id of [heard, unheard]) await simulator.control('POST', '/simulator/return', { id });
    await deliver('PAYMENT_REFUNDED', heard);
    await deliver('PAYMENT_REFUNDED', heard, 'evt_again');
    await deliver('PAYMENT_RECEIVED', heard, 'evt_late');
    expect(await balance()).toBe(2_345);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
    expect(await balance()).toBe(0);
    const { entries } = await ana.call.account.ledger({ account: 'external' });
    expect(entries.filter(({ type }) => type === 'reversal')).toHaveLength(2);
    const mails = (await bank.db.select().from(bank.db.tables.outbox)).filter(
      ({ kind }) => kind === 'pix_taken_back',
    );
    expect(mails).toHaveLength(2);
    expect(await auditedChanges(bank, 'take_back_pix')).toMatchObject([
      { amount: '100.00', providerId: heard },
      { amount: '23.45', providerId: unheard },
    ]);
  });

  test('refunded money that is already spent is left for a person to settle', async ({
    scene: { bank, simulator, payIn, balance, deliver, ana },
  }) => {
    const id = await payIn(100);
    await compare(bank);
    const payment = simulator.simulator.store.get('payment', id);
    const sent = await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '60.00' });
    expect(sent.status).toBe('done');
    if (payment) simulator.simulator.store.update('payment', id, { isRefunded: true });
    await deliver('PAYMENT_REFUNDED', id);
    expect(await balance()).toBe(4_000);
    expect(bank.logged.join()).toContain('refunded after its money had been spent');
    const { differences } = await compare(bank);
    expect(differences.map(({ check }) => check)).toEqual([PROVIDER_CHECKS.incoming]);
  });

  test('an incoming payment that the provider does not confirm is not booked', async ({
    scene: { balance, deliver },
  }) => {
    expect(await deliver('PAYMENT_RECEIVED', 'pay_invented')).toMatchObject({
      processedAt: expect.any(Date),
      lastError: 'the provider has no such object',
    });
    expect(await balance()).toBe(0);
  });

  test('an event that cannot be confirmed yet waits, longer each time, and is not lost', async ({
    scene: { bank, simulator, payIn, balance, deliver },
  }) => {
    const id = await payIn(10);
    await simulator.control('POST', '/simulator/faults', { errorBefore: 1 });
    expect(await deliver('PAYMENT_RECEIVED', id)).toMatchObject({
      processedAt: null,
      attempts: 1,
      lastError: 'no answer from the provider: unknown server',
      nextAttemptAt: new Date(bank.clock.real().getTime() + 2_000),
    });
    await simulator.control('POST', '/simulator/faults', { errorBefore: 0 });
    await processEvents(bank);
    expect(await balance()).toBe(0);
    bank.clock.passSeconds(2);
    await processEvents(bank);
    expect(await balance()).toBe(1_000);
  });
});

describe('the books of bank and provider', () => {
  test('bank and provider agree, and unreported incoming money is booked on the way', async ({
    scene: { bank, payIn, balance },
  }) => {
    await payIn(50);
    const found = await compare(bank);
    expect(found).toMatchObject({ differences: [], booked: 1 });
    expect(found.checks.map(({ name, ok }) => [name, ok])).toEqual(
      Object.values(PROVIDER_CHECKS).map((name) => [name, true]),
    );
    expect(await balance()).toBe(5_000);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
  });

  test('a refund of a payment older than the days compared is found by the balance, which looks at the whole history', async ({
    scene: { bank, simulator, ana, payIn, balance },
  }) => {
    const [refunded, spent] = [await payIn(50), await payIn(30)];
    await compare(bank);
    bank.clock.passSeconds(10 * 86_400);
    await payIn(7);
    // Its event was lost.
    await simulator.control('POST', '/simulator/return', { id: refunded });
    expect(await compare(bank)).toMatchObject({
      differences: [],
      repairs: [{ about: expect.any(String) }, { about: `Recebimento ${refunded}` }],
    });
    expect(await balance()).toBe(3_700);
    // Of one whose money is spent the payment is named too.
    await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '20.00' });
    const { store } = simulator.simulator;
    store.update('payment', spent, { isRefunded: true });
    const [account] = store.list('account', { name: '52998224725' });
    store.update('account', account?.id ?? '', { balanceCents: -1_300 });
    const { differences } = await compare(bank);
    expect(differences.map(({ about }) => about)).toEqual([
      `Recebimento ${spent}`,
      expect.stringMatching(/^Conta /),
    ]);
    // Within the calls that an account may have.
    const few = await compare(bank, { maxCalls: 18 });
    expect(few.differences.map(({ text }) => text)).toEqual([
      expect.stringContaining('Saldo no banco'),
      expect.stringContaining('pede mais de 18 consultas'),
    ]);
  });

  test('a transfer at the provider without an order is a difference', async ({
    scene: { bank, simulator, payIn },
  }) => {
    await payIn(50);
    await compare(bank);
    // A payment by hand with the bank's own key.
    const { externalAccounts } = bank.db.tables;
    const [external] = await bank.db.select().from(externalAccounts);
    await simulator.root('POST', '/v3/transfers', { value: 7, walletId: external?.walletId });
    const { checks, differences } = await compare(bank);
    expect(differences.map(({ check }) => check)).toEqual([
      PROVIDER_CHECKS.unknown,
      PROVIDER_CHECKS.balances,
    ]);
    expect(checks.filter(({ ok }) => ok === false)).toHaveLength(2);
  });

  test('a differing payment and balance are each in the report once, however often compared', async ({
    scene: { bank, simulator, payIn },
  }) => {
    const id = await payIn(50);
    await compare(bank);
    const { store } = simulator.simulator;
    store.update('payment', id, { amountCents: 4_900 });
    const [account] = store.list('account', { name: '52998224725' });
    store.update('account', account?.id ?? '', { balanceCents: 4_800 });
    const { checks, differences } = await compare(bank);
    expect(differences.map(({ check }) => check)).toEqual([
      PROVIDER_CHECKS.incoming,
      PROVIDER_CHECKS.balances,
    ]);
    expect(checks.find(({ name }) => name === PROVIDER_CHECKS.incoming)).toMatchObject({ count: 1 });
  });

  test('three customers who have used up their own quota are named, and keep nobody else from being compared', async ({
    scene: { bank, simulator },
  }) => {
    const others = await makeNeighbours({ bank, simulator }, 4);
    const last = others.pop();
    const key = await last?.call.pix.keys.create({ type: 'EVP' });
    simulator.simulator.faults.quota = 12;
    for (const other of others) await exhaustQuota(other);
    await simulator.control('POST', '/simulator/receive', { addressKey: key?.key, value: 25.5 });
    const { booked, checks, differences } = await compare(bank);
    expect(booked).toBe(1);
    const { orders, unknown, incoming, balances } = PROVIDER_CHECKS;
    expect(differences).toEqual(
      others.flatMap(({ user }) =>
        [orders, unknown, incoming, balances].map((check) => ({
          check,
          about: `Pessoa ${user.id}`,
          text: expect.stringContaining('usou todas as suas consultas ao provedor'),
        })),
      ),
    );
    // Otherwise all later comparisons would go further back.
    expect(checks.filter(({ ok, isPartial }) => ok === null || isPartial)).toEqual([]);
    expect(await balanceOf(bank.db, (await externalRow(bank, last?.user.id ?? '')).accountId ?? '')).toBe(
      2_550,
    );
  });

  test('a customer whose API key cannot be decrypted is named, and keeps nobody else from being compared', async ({
    scene: { bank, simulator, ana },
  }) => {
    const [other] = await makeNeighbours({ bank, simulator }, 1);
    const key = await other?.call.pix.keys.create({ type: 'EVP' });
    await loseApiKey(bank, ana);
    await simulator.control('POST', '/simulator/receive', { addressKey: key?.key, value: 25.5 });
    const { booked, differences } = await compare(bank);
    expect(booked).toBe(1);
    const { orders, unknown, incoming, balances } = PROVIDER_CHECKS;
    expect(differences.map(({ check, about }) => [check, about])).toEqual(
      [orders, unknown, incoming, balances].map((check) => [check, `Pessoa ${ana.user.id}`]),
    );
    expect(bank.logged.join()).toContain('the API key of an account cannot be decrypted');
  });

  test('while the provider does not answer the books are reported as unverified, not as different', async ({
    scene: { bank, simulator, admin },
  }) => {
    await simulator.control('POST', '/simulator/faults', { errorBefore: 1 });
    const { checks, differences } = await compare(bank);
    expect(differences).toEqual([]);
    expect(checks.map(({ ok }) => ok)).toEqual([null, null, null, null, true, true]);
    const kept = await admin.call.admin.ledger.reconcile();
    expect(kept).toMatchObject({
      ok: true,
      isVerified: false,
      differenceCount: 0,
      byName: 'Helena Siqueira',
    });
    const listed = await admin.call.admin.ledger.reconciliations.list({ limit: 1 });
    expect(listed.reconciliations).toMatchObject([{ id: kept.id, isVerified: false }]);
    expect(await admin.call.admin.ledger.reconciliations.get({ id: kept.id })).toEqual(kept);
    await simulator.control('POST', '/simulator/faults', { errorBefore: 0 });
    bank.clock.passSeconds(1);
    expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ ok: true, isVerified: true });
    const page = await admin.call.admin.ledger.reconciliations.list({ limit: 1 });
    expect(page).toMatchObject({ reconciliations: [{ isVerified: true }], nextCursor: expect.any(String) });
    const rest = await admin.call.admin.ledger.reconciliations.list({
      limit: 1,
      cursor: page.nextCursor ?? '',
    });
    expect(rest).toMatchObject({ reconciliations: [{ id: kept.id }], nextCursor: null });
  });
});
