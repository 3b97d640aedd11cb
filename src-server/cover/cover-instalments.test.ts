/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { testEngine } from '#db/testing/test-db';
import { ownerContext } from '#server/audit/owner-context';
import { setConsent } from '#server/auth/profile/consents';
import { runDay, signedCredit } from '#server/credit/testing/loan';
import { once, ownKey } from '#server/ledger/once';
import { balanceOf } from '#server/ledger/statement';
import { test as base } from '#server/payments/orders/testing/order-test';
import { auditedChanges } from '#server/payments/testing/scene';
import { plansDuring } from '#server/testing/plans-during';
import { coverInstalments } from './cover-instalments.ts';
import { settleCovered } from './testing/settle-covered.ts';

const DUE = '2026-04-10';

/** R$ 1,200.00 in twelve instalments, R$ 50.00 in checking, R$ 500.00 in the external account; consent as asked. */
const test = base.extend('due', async ({ scene, bank, ana, admin }) => {
  const proposalId = await signedCredit(scene, { interestRate: '2.49' });
  const surplus = (await balanceOf(bank.db, ana.accountId)) / 100 - 50;
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: `-${surplus}`, reason: 'Saque' });
  const decide = async (isGranted: boolean) =>
    setConsent(await ownerContext(bank, ana.user.id), { kind: 'instalment_cover', isGranted });
  const runDue = async (day = DUE) => {
    await runDay(scene, day);
    await coverInstalments(bank, day);
    await settleCovered(bank);
  };
  const paid = async () => {
    const { schedules } = await ana.call.credit.schedules({ proposalId });
    return schedules.filter(({ paidAt }) => paidAt !== null).length;
  };
  return { decide, runDue, paid };
});

describe('the automatic debit of an instalment', () => {
  test('with the consent of its owner an instalment is completed from the external account, once', async ({
    scene,
    bank,
    ana,
    due,
  }) => {
    await due.decide(true);
    await due.runDue();
    expect(await due.paid()).toBe(1);
    expect(await scene.balances()).toMatchObject({ checking: 0, external: 50_000 - 6_691 });
    await due.runDue();
    expect(await due.paid()).toBe(1);
    expect(await auditedChanges(bank, 'cover_payment')).toEqual([
      { kind: 'instalments', amount: '116.91', cover: '66.91' },
    ]);
    const { notifications } = await ana.call.auth.notifications.list({});
    expect(notifications[0]?.text).toMatch(
      /^Pagamento de parcelas de R\$\s116,91, com R\$\s66,91 da conta externa\.$/,
    );
  });

  test.skipIf(testEngine() !== 'sqlite')(
    'on SQLite instalments are found by their customer, and customers by pages of instalments',
    async ({ bank, due }) => {
      await due.decide(true);
      const plans = await plansDuring(async () => {
        await due.runDue();
        return bank;
      });
      const ofOne = plans.filter(({ text }) =>
        /^select .*"credit_proposals"."user_id" = \?.*"due_on"/.test(text),
      );
      expect(ofOne.length).toBeGreaterThan(0);
      for (const { text, steps } of ofOne) expect(steps.join('; '), text).not.toContain('instalments_due');
      const ofAll = plans.filter(({ text }) => /"instalments"."paid_on" is null/.test(text));
      expect(ofAll.length).toBeGreaterThan(3);
      for (const { text, steps } of ofAll) expect(steps.join('; '), text).not.toContain('TEMP B-TREE');
    },
  );

  test('without consent, or after it was withdrawn, the external account is not touched', async ({
    scene,
    due,
  }) => {
    await due.runDue();
    await due.decide(true);
    await due.decide(false);
    await due.runDue('2026-04-13');
    expect(await due.paid()).toBe(0);
    expect(await scene.balances()).toMatchObject({ checking: 5_000, external: 50_000 });
  });

  test('a key that a customer has used, whatever its name, does not stop the automatic debit', async ({
    ana,
    bruno,
    due,
  }) => {
    await due.decide(true);
    await ana.call.account.transfer({
      accountNumber: bruno.accountNumber,
      amount: '1.00',
      description: 'Café',
      idempotencyKey: `cover-due-instalments:${DUE}`,
    });
    await due.runDue();
    expect(await due.paid()).toBe(1);
  });

  test('a day that is caught up has no cover of its own, and a deactivated customer none', async ({
    scene,
    bank,
    ana,
    admin,
    due,
  }) => {
    await due.decide(true);
    bank.clock.set('2026-04-12T09:00:00-03:00');
    for (const day of ['2026-04-10', '2026-04-11']) await coverInstalments(bank, day);
    await admin.call.admin.users.deactivate({ id: ana.user.id, reason: 'Pedido da Justiça' });
    await coverInstalments(bank, '2026-04-12');
    expect(await auditedChanges(bank, 'cover_payment')).toEqual([]);
    await admin.call.admin.users.activate({ id: ana.user.id, reason: 'Pedido retirado' });
    await coverInstalments(bank, '2026-04-12');
    await settleCovered(bank);
    expect(await due.paid()).toBe(1);
    expect(await scene.balances()).toMatchObject({ checking: 0 });
  });

  test('a refusal for one customer does not stop the automatic debit', async ({ bank, ana, due }) => {
    await due.decide(true);
    const key = ownKey(`cover-due-instalments:${DUE}`);
    const asked = { actorId: ana.user.id, key, request: 'another', at: bank.clock.now() };
    await bank.db.transaction((tx) => once(tx, asked, async () => null));
    await due.runDue();
    expect(await due.paid()).toBe(0);
  });

  test('what both accounts together cannot pay is left alone', async ({ scene, ana, due }) => {
    await due.decide(true);
    await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '450.00' });
    await due.runDue();
    expect(await due.paid()).toBe(0);
    expect(await scene.balances()).toMatchObject({ checking: 5_000, external: 5_000 });
  });

  test('letters about an instalment name both accounts and what is in them', async ({ bank, due }) => {
    await due.runDue('2026-04-07');
    await due.runDue('2026-04-11');
    const letters = await bank.db.select().from(bank.db.tables.outbox);
    for (const kind of ['instalment_due_soon', 'instalment_overdue'])
      expect(letters.find((letter) => letter.kind === kind)?.text).toMatch(
        /Agora há R\$\s50,00 na conta corrente e R\$\s500,00 na conta externa\./,
      );
  });
});
