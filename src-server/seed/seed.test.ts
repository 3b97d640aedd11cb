import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, count, eq, isNotNull, isNull, not, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestImage, takeImage } from '#db/testing/test-db';
import { CONTACT_TYPES, DIFFICULTIES } from '#domain/contact/words';
import { STANDINGS } from '#domain/credit/standing-words';
import { PROPOSAL_STATUSES } from '#domain/credit/words';
import { INVESTMENT_STATUSES, RISK_LEVELS } from '#domain/investment/words';
import { toDecimal } from '#domain/money';
import { compareProducts } from '#server/admin/product-books';
import { unrecordedTransactions } from '#server/audit/unrecorded-transactions';
import { verifyAudit } from '#server/audit/verify';
import { DUMMY_HASH } from '#server/auth/password';
import { verifyLedger } from '#server/ledger/verify';
import { callerOf } from '#server/testing/people';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { demoLoginsLeft } from './demo-logins-left.ts';
import { DEMO_ADMIN, DEMO_LOGINS, PEOPLE } from './people.ts';
import { seedDemo } from './seed.ts';

async function userBy(bank: TestBank, document: { cpf: string } | { cnpj: string }) {
  const { users } = bank.db.tables;
  const where = 'cpf' in document ? eq(users.cpf, document.cpf) : eq(users.cnpj, document.cnpj);
  const [user] = await bank.db.select().from(users).where(where);
  if (!user) throw new Error(`the demonstration has no ${JSON.stringify(document)}`);
  return user;
}

let folder: string;
let image: TestImage;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'valebank-seed-'));
  const bank = await openBank();
  expect(await seedDemo(bank)).toBe(true);
  image = await takeImage(bank.db);
});
afterAll(async () => {
  await image.drop();
  rmSync(folder, { recursive: true });
});

async function openBank(options: { image?: TestImage } = {}) {
  const bank = await testBank({ DATA_DIR: folder }, options);
  bank.clock.set('2026-11-20T14:00:00-03:00');
  return bank;
}

/** Created once for all tests. */
const seeded = () => openBank({ image });

describe('the demonstration', () => {
  it('the demonstration is valid, leaves no session and no e-mail, and is made once', {
    tags: ['prove'],
    timeout: 180_000,
  }, async () => {
    const bank = await openBank();
    // As two processes starting on one database.
    expect((await Promise.all([seedDemo(bank), seedDemo(bank)])).toSorted()).toEqual([false, true]);
    const { tables } = bank.db;
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true, differences: [] });
    expect(await verifyAudit(bank.db, bank.keys)).toMatchObject({ ok: true });
    expect(await unrecordedTransactions(bank.db)).toEqual([]);
    expect(await compareProducts(bank.db)).toEqual([]);
    for (const table of [tables.sessions, tables.outbox]) expect(await bank.db.$count(table)).toBe(0);
    const unread = isNull(tables.notifications.readAt);
    expect(await bank.db.$count(tables.notifications, not(unread))).toBeGreaterThan(30);
    expect(await bank.db.$count(tables.notifications, unread)).toBeLessThan(20);
    const movements = await bank.db.$count(tables.transactions);
    expect(movements).toBeGreaterThan(110);
    expect(movements).toBeLessThan(350);
    const moments = await bank.db.select({ at: tables.transactions.createdAt }).from(tables.transactions);
    const sorted = moments.map(({ at }) => at.getTime()).sort((one, other) => one - other);
    expect(sorted.at(-1)).toBeLessThanOrEqual(bank.clock.now().getTime());
    expect(bank.clock.now().getTime() - (sorted[0] ?? 0)).toBeGreaterThan(150 * 86_400_000);

    expect(await seedDemo(bank)).toBe(false);
    expect(await bank.db.$count(tables.transactions)).toBe(movements);
  });

  it('the demonstration shows customers their accounts, and an administrator figures that agree with the tables', async () => {
    const bank = await seeded();
    const ana = callerOf(bank, { ...(await userBy(bank, { cpf: '52998224725' })) });
    const [account, ...others] = (await ana.account.list()).accounts;
    expect(others).toMatchObject([{ accountType: 'investment', balance: '5200.00' }]);
    expect(Number(account?.balance)).toBeGreaterThan(1_000);
    expect((await ana.account.ledger({})).entries.length).toBeGreaterThan(30);
    expect(await ana.account.recipients()).toHaveLength(5);
    const month = await ana.account.monthSummary({});
    expect(Number(month.income)).toBeGreaterThan(0);
    expect(Number(month.expense)).toBeGreaterThan(0);
    const company = callerOf(bank, { ...(await userBy(bank, { cnpj: '12ABC34501DE35' })) });
    expect(Number((await company.account.list()).accounts[0]?.balance)).toBeGreaterThan(10_000);

    const admin = callerOf(bank, { ...(await userBy(bank, { cpf: DEMO_ADMIN.cpf })) });
    const { figures, recent } = await admin.admin.dashboard();
    const { accounts, entries, users } = bank.db.tables;
    const held = await bank.db
      .select({
        amountCents: entries.amountCents,
        kind: sql<string>`coalesce(${accounts.bankAccount}, ${accounts.accountType})`,
      })
      .from(entries)
      .innerJoin(accounts, eq(accounts.id, entries.accountId));
    const totalOf = (kind: string) =>
      toDecimal(held.reduce((sum, row) => (row.kind === kind ? sum + row.amountCents : sum), 0));
    const [customers] = await bank.db.select({ count: count() }).from(users).where(eq(users.role, 'cliente'));
    expect(figures).toEqual({
      users: customers?.count,
      activeAccounts: await bank.db.$count(
        accounts,
        and(eq(accounts.isActive, true), isNotNull(accounts.userId)),
      ),
      totalBalance: totalOf('checking'),
      // Loans are negative in this account.
      creditPortfolio: totalOf('loans_receivable').replace('-', ''),
      investments: totalOf('investment'),
      pendingApprovals: 4,
    });
    expect(recent).toHaveLength(10);
    const { totals } = await admin.investment.list();
    expect(figures.investments).toBe(totals?.invested);
  }, 180_000);

  it('the demonstration has investments of every kind, and signed and unsigned contracts, for a person and a company', async () => {
    const bank = await seeded();
    for (const document of [{ cpf: '52998224725' }, { cnpj: '12ABC34501DE35' }]) {
      const customer = callerOf(bank, { ...(await userBy(bank, document)) });
      const { investments } = await customer.investment.list();
      expect(new Set(investments.map(({ status }) => status))).toEqual(new Set(INVESTMENT_STATUSES));
      for (const { status, amount, netToday } of investments)
        if (status !== 'active') expect(Number(netToday)).toBeGreaterThan(Number(amount));
      const contracts = await customer.contract.list();
      const statuses = contracts.map(({ status }) => status);
      expect(statuses).toEqual(expect.arrayContaining(['signed', 'pending_signature']));
      const signed = contracts.find(({ status }) => status === 'signed');
      const verified = await customer.account.verifyDocument({
        code: signed?.verificationCode ?? '',
      });
      expect(verified).toMatchObject({ kind: 'contract', title: signed?.title });
    }
    const admin = callerOf(bank, { ...(await userBy(bank, { cpf: DEMO_ADMIN.cpf })) });
    const products = await admin.investment.products.list();
    expect(new Set(products.map(({ termDays }) => termDays)).size).toBe(4);
    expect(new Set(products.map(({ riskLevel }) => riskLevel))).toEqual(new Set(RISK_LEVELS));
  }, 180_000);

  it('the demonstration has credits of every status and standing, some of them of the demonstration logins', async () => {
    const bank = await seeded();
    const admin = callerOf(bank, { ...(await userBy(bank, { cpf: DEMO_ADMIN.cpf })) });
    const { proposals } = await admin.credit.proposals.list({ limit: 100 });
    expect(new Set(proposals.map(({ status }) => status))).toEqual(new Set(PROPOSAL_STATUSES));
    expect(new Set(proposals.map(({ aiRiskLevel }) => aiRiskLevel)).size).toBeGreaterThan(2);
    const { operations, totals } = await admin.credit.operations.list({ limit: 100 });
    expect(new Set(operations.map(({ operationStatus }) => operationStatus))).toEqual(new Set(STANDINGS));
    expect(totals).toMatchObject({ adimplente: 3, em_atraso: 1, negativado: 1, finalizado: 3 });
    const withPdf = proposals.filter(({ creditAnalysisPdfPath }) => creditAnalysisPdfPath !== null);
    expect(withPdf.map(({ status }) => status).toSorted()).toEqual(['active', 'under_analysis']);
    for (const { id } of withPdf)
      expect(await admin.credit.proposals.analysisPdf({ id })).toMatchObject({
        contentType: 'application/pdf',
      });

    const ana = callerOf(bank, { ...(await userBy(bank, { cpf: '52998224725' })) });
    const own = await ana.credit.proposals.list({});
    expect(own.proposals.map(({ status }) => status)).toEqual([
      'under_analysis',
      'active',
      'rejected',
      'active',
    ]);
    const { schedules } = await ana.credit.schedules({});
    const early = schedules.filter(
      ({ paidAmount, amount }) => paidAmount !== null && Number(paidAmount) < Number(amount),
    );
    expect(early).toHaveLength(2);
    expect(await ana.credit.rating()).toMatchObject({
      label: 'Bom',
      instalments: 7,
      onTime: 7,
      finishedOperations: 1,
    });
    const company = callerOf(bank, { ...(await userBy(bank, { cnpj: '12ABC34501DE35' })) });
    expect((await company.credit.proposals.list({})).proposals.map(({ status }) => status)).toEqual([
      'approved',
      'cancelled',
      'active',
      'rejected',
    ]);

    const fabio = await userBy(bank, { cpf: '17320508052' });
    const bruno = await userBy(bank, { cpf: '31415926590' });
    expect(Number(bruno.ratingVb)).toBeGreaterThan(Number(fabio.ratingVb));
    const { contacts } = bank.db.tables;
    expect(await bank.db.$count(contacts, isNotNull(contacts.operationId))).toBe(4);
  }, 180_000);

  it('the demonstration has every kind of contact and decision', async () => {
    const bank = await seeded();
    const admin = callerOf(bank, { ...(await userBy(bank, { cpf: DEMO_ADMIN.cpf })) });
    const ana = callerOf(bank, { ...(await userBy(bank, { cpf: '52998224725' })) });
    const contacts = await ana.account.contacts();
    expect(contacts.length).toBeGreaterThan(5);
    expect(new Set(contacts.map(({ contactType }) => contactType))).toEqual(new Set(CONTACT_TYPES));
    expect(new Set(contacts.map(({ difficulty }) => difficulty))).toEqual(new Set(DIFFICULTIES));
    expect(new Set(contacts.map(({ resolved }) => resolved))).toEqual(new Set([true, false]));
    const { consents } = bank.db.tables;
    const decisions = await bank.db.select({ isGranted: consents.isGranted }).from(consents);
    expect(new Set(decisions.map(({ isGranted }) => isGranted))).toEqual(new Set([true, false]));

    const { accounts } = await admin.admin.accounts.list({ limit: 100 });
    expect(accounts.filter(({ isActive }) => !isActive)).toMatchObject([
      { inactiveReason: expect.stringContaining('documentos') },
    ]);
    const { users } = await admin.admin.users.list({ active: false });
    expect(users).toMatchObject([{ inactiveReason: expect.stringContaining('identidade') }]);
    for (const action of ['update_user', 'create_contact', 'freeze_account', 'deactivate_user', 'view_user'])
      expect((await admin.admin.audit.list({ action })).totals?.count, action).toBeGreaterThan(0);
  }, 180_000);

  it('whoever still signs in with a published password is known by it, and no stranger is taken for them', async () => {
    const bank = await seeded();
    const { users } = bank.db.tables;
    const left = await demoLoginsLeft(bank);
    expect(left).toEqual(expect.arrayContaining(DEMO_LOGINS.map(({ document }) => document)));
    // Gilda was deactivated.
    expect(left).toHaveLength(Object.keys(PEOPLE).length);
    const set = (cpf: string, values: object) =>
      bank.db.transaction(async (tx) => void (await tx.update(users).set(values).where(eq(users.cpf, cpf))));
    await set('52998224725', { passwordHash: DUMMY_HASH });
    await set(DEMO_ADMIN.cpf, { isActive: false });
    // As if a stranger had registered his document much later.
    await set('31415926590', { createdAt: new Date('2026-11-20T14:00:00-03:00') });
    expect(await demoLoginsLeft(bank)).toEqual(
      left.filter((one) => !['111.444.777-35', '529.982.247-25', '314.159.265-90'].includes(one)),
    );
  }, 180_000);

  it('the demonstration has the documented logins', () => {
    expect(DEMO_LOGINS.map(({ document, password }) => [document, password])).toEqual([
      ['529.982.247-25', 'vale-demo-2026'],
      ['314.159.265-90', 'vale-demo-2026'],
      ['12.ABC.345/01DE-35', 'vale-demo-2026'],
      ['111.444.777-35', 'vale-admin-2026'],
    ]);
  });
});
