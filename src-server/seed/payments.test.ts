import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '#server/audit/verify';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { verifyLedger } from '#server/ledger/verify';
import { compare } from '#server/payments/reconcile/compare';
import { callerOf } from '#server/testing/people';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { USUAL_SWITCHES } from '#simulator/simulator';
import { started } from '#simulator/testing/started';
import { seedDemo } from './seed.ts';

const TODAY = '2026-11-20T14:00:00-03:00';

async function callerBy(bank: TestBank, document: string) {
  const { users } = bank.db.tables;
  const column = document.length === 11 ? users.cpf : users.cnpj;
  const [user] = await bank.db.select().from(users).where(eq(column, document));
  if (!user) throw new Error(`the demonstration has no user ${document}`);
  return callerOf(bank, user);
}

async function scene() {
  const simulator = await started({ clock: { now: () => new Date(TODAY) }, switches: USUAL_SWITCHES });
  const { url, apiKey } = simulator;
  const bankBeside = async () => {
    const bank = await testBank({ DATA_DIR: simulator.dataDir }, { provider: { url, apiKey } });
    bank.clock.set(TODAY);
    return bank;
  };
  return { simulator, bankBeside };
}

describe('the demonstration with the embedded provider', () => {
  it('the demonstration has accounts, keys, money in and out, a boleto and a returned payment, and nothing open at the provider', {
    tags: ['prove'],
    timeout: 240_000,
  }, async () => {
    const { simulator, bankBeside } = await scene();
    const bank = await bankBeside();
    expect(await seedDemo(bank, simulator)).toBe(true);

    const ana = await callerBy(bank, '52998224725');
    expect(await ana.pix.account()).toMatchObject({ status: 'approved', isFresh: true });
    expect((await ana.pix.keys.list()).map(({ type }) => type).toSorted()).toEqual(['CPF', 'EMAIL', 'EVP']);
    expect(await ana.pix.balance()).toMatchObject({ balance: '1594.30' });
    const company = await callerBy(bank, '12ABC34501DE35');
    expect(await company.pix.account()).toMatchObject({ status: 'approved' });
    expect(await (await callerBy(bank, '27182818205')).pix.account()).toMatchObject({ status: 'pending' });

    const { paymentOrders, incomingPayments, providerEvents } = bank.db.tables;
    const orders = await bank.db.select().from(paymentOrders);
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['done', 'failed']));
    expect(orders.filter(({ status }) => status === 'failed')).toHaveLength(1);
    expect(new Set(orders.map(({ kind }) => kind))).toEqual(
      new Set(['pix', 'boleto', 'move_in', 'move_out']),
    );
    for (const { createdAt, concludedAt } of orders) expect(concludedAt).toEqual(createdAt);
    // Five to Ana, one to Bruno, four to the company.
    expect(await bank.db.$count(incomingPayments)).toBe(10);
    expect(await bank.db.$count(providerEvents)).toBe(0);

    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true, differences: [] });
    expect(await verifyAudit(bank.db, bank.keys)).toMatchObject({ ok: true });
    expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'provider_clearing'))).toBe(0);
    expect(await compare(bank, { days: null })).toMatchObject({ differences: [], booked: 0, repairs: [] });

    expect(simulator.simulator.switches).toEqual(USUAL_SWITCHES);
    expect(simulator.simulator.clock.now()).toEqual(new Date(TODAY));
    expect(simulator.simulator.store.hasWaitingEvents()).toBe(false);

    const again = await bankBeside();
    expect(await seedDemo(again, simulator)).toBe(true);
    expect(await again.db.$count(again.db.tables.externalAccounts)).toBe(0);
    expect(again.logged.join()).toContain('a demonstração fica sem PIX');
  });
});
