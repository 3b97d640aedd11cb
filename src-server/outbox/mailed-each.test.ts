/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { addDays } from '#domain/date';
import { REPEATED_MAIL_LIMITS } from '#domain/limits';
import { contractDailySteps } from '#server/contract/daily-steps';
import { knowPayee } from '#server/protection/testing/rules';
import { test } from '#server/testing/bank-test';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { callerOf } from '#server/testing/people';
import type { TestBank } from '#server/testing/test-bank';
import { queueForAdmins } from './queue-message.ts';

const { each } = REPEATED_MAIL_LIMITS;

const mailed = ({ db }: TestBank, kind: string) =>
  db.$count(db.tables.outbox, eq(db.tables.outbox.kind, kind));
const told = ({ db }: TestBank, kind: string) =>
  db.$count(db.tables.notifications, eq(db.tables.notifications.kind, kind));

test('access tokens made and revoked again and again send a limited number of e-mails', async ({
  bank,
  rest,
}) => {
  const call = caller(bank);
  const registered = await rest('POST', '/api/auth/register', joana);
  const own = { cookie: cookieOf(registered), 'x-requested-with': 'test' };
  const expiresAt = new Date(bank.clock.real().getTime() + 86_400_000).toISOString();
  for (let time = 0; time < each + 2; time += 1) {
    const wanted = { name: 'Planilha', scopes: ['read'], expiresAt };
    const { status, body } = await call('POST', '/api/auth/tokens', wanted, own);
    expect(status).toBe(201);
    await call('DELETE', `/api/auth/tokens/${(body.token as { id: string }).id}`, undefined, own);
  }
  expect(await mailed(bank, 'token_created')).toBe(each);
  expect(await told(bank, 'token_created')).toBe(each + 2);
});

test('reminders of many unsigned contracts are a limited number of e-mails', async ({
  setup: { bank, ana, admin },
}) => {
  const product = await admin.call.investment.products.create({
    name: 'CDB Vale 90',
    description: 'Renda fixa com prazo de 90 dias',
    minAmount: '1.00',
    annualRate: '12.00',
    termDays: 90,
  });
  for (let time = 0; time < each + 2; time += 1)
    await ana.call.investment.create({ productId: product.id, amount: '1.00' });
  const before = await mailed(bank, 'contract_waiting');
  for (const step of contractDailySteps) await step.run(bank, addDays(bank.clock.today(), 2));
  expect((await mailed(bank, 'contract_waiting')) - before).toBe(each);
  expect(await told(bank, 'contract_reminder')).toBe(each + 2);
});

test('administrators get a limited number of e-mails about PIX that somebody sends to a deactivated person', async ({
  setup: { bank },
}) => {
  const facts = { fullName: 'Ana Moreira', amountCents: 1 };
  for (let time = 0; time < each + 2; time += 1)
    await bank.db.transaction((tx) => queueForAdmins(tx, bank, 'pix_held', facts));
  expect(await mailed(bank, 'pix_held')).toBe(each);
  expect(await told(bank, 'pix_held')).toBe(each + 2);
});

test('administrators get a limited number of e-mails about new customers, proposals and reviews, and are told of each', async ({
  setup: { bank },
}) => {
  const ana = { fullName: 'Ana Moreira', username: 'ana' };
  const proposal = { ...ana, amountCents: 100_000, termMonths: 12, purpose: 'Reforma' };
  const kinds = ['new_client', 'new_credit_proposal', 'credit_review_asked'] as const;
  const toldBefore = await Promise.all(kinds.map((kind) => told(bank, kind)));
  for (let time = 0; time < each + 2; time += 1)
    await bank.db.transaction(async (tx) => {
      await queueForAdmins(tx, bank, 'new_client', ana);
      await queueForAdmins(tx, bank, 'new_credit_proposal', proposal);
      await queueForAdmins(tx, bank, 'credit_review_asked', proposal);
    });
  for (const [place, kind] of kinds.entries()) {
    expect(await mailed(bank, kind), kind).toBe(each);
    expect(await told(bank, kind), kind).toBe((toldBefore[place] ?? 0) + each + 2);
  }
});

test('changes of the protection are told each time, so that harmless ones silence none, at a confirmed address', async ({
  setup: { bank, ana },
}) => {
  const { users } = bank.db.tables;
  const change = async (emailConfirmedAt: Date | null) => {
    const before = await mailed(bank, 'protection_changed');
    const { limits } = callerOf(bank, ana.user).account;
    await bank.db.transaction((tx) =>
      tx.update(users).set({ emailConfirmedAt }).where(eq(users.id, ana.user.id)),
    );
    for (let time = 0; time < each + 2; time += 1)
      await limits.changeProtection({ confirmAbove: `${900 - time}.00` });
    await limits.changeProtection({ confirmAbove: null });
    return (await mailed(bank, 'protection_changed')) - before;
  };
  expect(await change(bank.clock.real())).toBe(each + 3);
  bank.clock.passSeconds(REPEATED_MAIL_LIMITS.windowSeconds);
  expect(await change(null)).toBe(each);
});

test('trust in payees is told each time at a confirmed address', async ({ setup: { bank, ana } }) => {
  const { users } = bank.db.tables;
  const emailConfirmedAt = bank.clock.real();
  await bank.db.transaction((tx) =>
    tx.update(users).set({ emailConfirmedAt }).where(eq(users.id, ana.user.id)),
  );
  await knowPayee(bank, ana.user, { kind: 'account', target: '1-9' });
  const { id } = (await bank.db.select().from(bank.db.tables.recipients))[0] ?? { id: '' };
  for (let time = 1; time <= each + 2; time += 1)
    await callerOf(bank, ana.user).account.changeRecipient({ id, trustedUpTo: `${time}.00` });
  expect(await mailed(bank, 'payee_trusted')).toBe(each + 2);
});
