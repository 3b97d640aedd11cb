import { describe, expect, test } from 'vitest';
import { PROVIDER_CHECKS } from '#domain/pix/comparison';
import { keepTables, tamper } from '#server/ledger/testing/tamper';
import { rowOf } from '#server/payments/orders/testing/order-scene';
import { faultScene } from './testing/fault-scene.ts';
import { changeOrder, IN_AN_ORDER, IN_THE_LEDGER, IN_THE_LOG, type Named } from './testing/planted-faults.ts';

const AUDIT = 'Auditoria: nenhuma linha alterada, removida ou fora de ordem';
const AUDITED = 'Auditoria: toda transação registrada está no livro-razão';

const TABLES = [
  'entries',
  'transactions',
  'accounts',
  'audit_log',
  'audit_head',
  'payment_orders',
  'payment_intents',
  'incoming_payments',
];

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

type Report = { ok: boolean; differences: { check: string; about: string; text: string }[] };

function expectNamed({ ok, differences }: Report, named: Named[], what: string): void {
  expect(ok, what).toBe(false);
  const found = differences.map(({ about, text }) => ({ about, text: plain(text) }));
  for (const [about, text] of named) {
    const isThere = found.some(
      (one) =>
        (typeof about === 'string' ? one.about === about : about.test(one.about)) && text.test(one.text),
    );
    expect(isThere, `${what}: ${about} ${text}\n${JSON.stringify(found, null, 2)}`).toBe(true);
  }
}

describe('reconciliation of a manipulated database', () => {
  test('the reconciliation of an untouched bank has no differences; its report is kept and listed', async () => {
    const { ids, ledger } = await faultScene();
    const clean = await ledger.reconcile();
    expect(clean).toMatchObject({ ok: true, isVerified: true, differences: [], repairs: [] });
    expect(clean.checks.find(({ name }) => name === PROVIDER_CHECKS.books)).toMatchObject({
      ok: true,
      count: 6,
    });
    expect(clean.checks.find(({ name }) => name === AUDITED)?.ok).toBe(true);
    const listed = await ledger.reconciliations.list({});
    expect(listed.reconciliations).toMatchObject([{ id: clean.id, ok: true, differenceCount: 0 }]);
    expect(await ledger.reconciliations.get({ id: clean.id })).toEqual(clean);
    expect(ids.open.status).toBe('processing');
  });

  test.each([
    ['the ledger', IN_THE_LEDGER, null],
    ['the audit log', IN_THE_LOG, AUDIT],
    ['an order', IN_AN_ORDER, null],
  ] as const)(
    'the reconciliation reports every manipulation in %s',
    { tags: ['prove'], timeout: 300_000 },
    async (_, faults, check) => {
      const { bank, ids, ledger } = await faultScene();
      const restore = await keepTables(bank.db, ...TABLES);
      const posted = () => bank.db.$count(bank.db.tables.transactions);
      for (const [what, statements, named] of faults) {
        await tamper(bank.db, ...statements(ids));
        const before = await posted();
        const report = await ledger.reconcile();
        expectNamed(report, named(ids), what);
        if (check) expect(report.differences.some((one) => one.check === check)).toBe(true);
        // Nothing is posted when sides disagree.
        expect(await posted(), what).toBe(before);
        const { reconciliations } = await ledger.reconciliations.list({ limit: 1 });
        expect(reconciliations).toMatchObject([
          { id: report.id, ok: false, differenceCount: report.differences.length },
        ]);
        expect(await ledger.reconciliations.get({ id: report.id })).toEqual(report);
        await tamper(bank.db, ...restore);
        bank.clock.passSeconds(1);
      }
      const after = await ledger.reconcile();
      expect(after.differences, 'put back').toEqual([]);
      await tamper(bank.db, ...restore);
    },
  );

  test('the reconciliation reports manipulated orders even while the provider does not answer', {
    tags: ['prove'],
  }, async () => {
    const { bank, simulator, ids, ledger } = await faultScene();
    await tamper(bank.db, changeOrder(ids.recent.id, 'amount_cents = 1'));
    await simulator.control('POST', '/simulator/faults', { errorBefore: 1 });
    const report = await ledger.reconcile();
    expect(report.isVerified).toBe(false);
    expectNamed(
      report,
      [[`Pedido ${ids.recent.id}`, /^Valor no pedido: R\$ 0,01; reservado no livro-razão: R\$ 20,00$/]],
      'a changed order',
    );
    expect(report.checks.find(({ name }) => name === PROVIDER_CHECKS.orders)?.ok).toBeNull();
  });
});

describe('reconciliation with a provider whose books differ', () => {
  test('the reconciliation reports an order the provider never received, however old, and one it paid twice', {
    tags: ['prove'],
  }, async () => {
    const { simulator, ids, ledger } = await faultScene();
    const { store } = simulator.simulator;
    const seen = store.get('transfer', ids.old.providerId);
    const twice = store.get('transfer', ids.recent.providerId);
    if (!seen || !twice) throw new Error('the provider lacks the transfer');
    store.remove('transfer', seen.id);
    const { accountId, dateCreated: day } = twice;
    store.insert(
      'transfer',
      'again',
      { ...twice, id: 'again' },
      { accountId, reference: ids.recent.id, day },
    );
    const report = await ledger.reconcile();
    expectNamed(
      report,
      [
        [`Pedido ${ids.old.id}`, /^No banco: concluída; no provedor não existe$/],
        [`Pedido ${ids.recent.id}`, /^Há 2 pagamentos no provedor para um só pedido$/],
      ],
      'at the provider',
    );
    expect(report.differenceCount).toBe(2);
  });

  test('the reconciliation keeps differences of every check, however many one of them has', {
    tags: ['prove'],
  }, async () => {
    const { simulator, ids, ledger } = await faultScene();
    const { store } = simulator.simulator;
    const seen = store.get('transfer', ids.recent.providerId);
    if (!seen) throw new Error('the provider lacks the transfer');
    const { accountId, dateCreated: day } = seen;
    for (let made = 0; made < 250; made += 1) {
      const id = `unknown-${made}`;
      store.insert('transfer', id, { ...seen, id, externalReference: id }, { accountId, reference: id, day });
    }
    store.update('account', accountId, { balanceCents: 1 });
    const report = await ledger.reconcile();
    const kept = (check: string) => report.differences.filter((one) => one.check === check).length;
    expect([kept(PROVIDER_CHECKS.unknown), kept(PROVIDER_CHECKS.balances)]).toEqual([200, 1]);
    expect(report.differenceCount).toBe(251);
  });

  test('the reconciliation concludes an open order that the provider has done, and its report says so', async () => {
    const { bank, simulator, ids, ledger } = await faultScene();
    simulator.simulator.store.update('transfer', ids.open.providerId, { status: 'DONE' });
    const report = await ledger.reconcile();
    expect(report).toMatchObject({ ok: true, differences: [] });
    expect(report.repairs).toEqual([
      {
        about: `Pedido ${ids.open.id}`,
        text: 'Estava em processamento; o provedor disse o desfecho: concluída',
      },
    ]);
    expect((await rowOf(bank, ids.open.id)).status).toBe('done');
    expect(await ledger.reconciliations.get({ id: report.id })).toEqual(report);
    bank.clock.passSeconds(1);
    expect(await ledger.reconcile()).toMatchObject({ ok: true, repairs: [] });
  });

  test('the reconciliation books unreported incoming payments and refunds, and its report says so', async () => {
    const { simulator, bank, ana, ids, ledger } = await faultScene();
    const keys = await ana.call.pix.keys.list();
    const paid = await simulator.control('POST', '/simulator/receive', {
      addressKey: keys[0]?.key,
      value: 7,
    });
    await simulator.control('POST', '/simulator/return', { id: ids.incoming });
    const { repairs, ok } = await ledger.reconcile();
    expect(ok).toBe(true);
    expect(repairs.map(({ about, text }) => [about, plain(text)])).toEqual([
      [`Recebimento ${paid.body.id}`, 'R$ 7,00 entraram sem aviso: lançados agora'],
      [`Recebimento ${ids.incoming}`, 'R$ 50,00 voltaram a quem pagou: estornados agora'],
    ]);
    bank.clock.passSeconds(1);
    expect(await ledger.reconcile()).toMatchObject({ ok: true, repairs: [] });
  });
});
