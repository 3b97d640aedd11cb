import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { DEFAULT_CREDIT_PARAMETERS } from '#domain/credit/parameters';
import { noteContactChange } from '#server/auth/contact-change';
import { PRODUCT } from '#server/investment/testing/product';
import { putRules } from '#server/payments/waiting/testing/rules-in-force';
import { test } from '#server/payments/waiting/testing/waiting-test';
import { makeAdmin } from '#server/testing/people';
import type { TestBank } from '#server/testing/test-bank';

const KIND = 'bank_rules_changed';

async function toldTo({ db }: TestBank, userId: string): Promise<string[]> {
  const { notifications, outbox, users } = db.tables;
  const rows = await db
    .select({ text: notifications.text })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.kind, KIND)))
    .orderBy(notifications.id);
  const letters = await db
    .select({ id: outbox.id })
    .from(outbox)
    .innerJoin(users, eq(users.email, outbox.recipient))
    .where(and(eq(users.id, userId), eq(outbox.kind, KIND)));
  expect(letters).toHaveLength(rows.length);
  return rows.map(({ text }) => text);
}

test('who alone takes the review off doubtful payments is told to the other administrators', async ({
  bank,
  ana,
  admin,
  scene,
}) => {
  const { user: other } = await makeAdmin(bank);
  await bank.db.transaction((tx) => noteContactChange(tx, ana.user.id, bank.clock.real()));
  await putRules(bank, admin, { holdFrom: 50 });
  expect(await scene.payBruno('300.00')).toMatchObject({ status: 'held' });
  const { version, rules } = await admin.call.admin.signals.get();
  const most = { stepUpFrom: 1000, holdFrom: 1000, refuseFrom: 1000 };
  await admin.call.admin.signals.change({ ...rules, ...most, basedOn: version });
  expect(await scene.payBruno('300.00')).toMatchObject({ status: 'done' });
  expect(await toldTo(bank, other.id)).toContainEqual(
    expect.stringContaining(`${admin.user.fullName} mudou as regras que retêm ou recusam pagamentos`),
  );
  expect(await toldTo(bank, ana.user.id)).toEqual([]);
});

test('so is who changes a maximum, the rates of credit, or asks administrators for no second factor', async ({
  bank,
  admin,
}) => {
  const { user: other } = await makeAdmin(bank);
  const { credit, admin: desk } = admin.call;
  const raised = { name: 'maxAdjustment', value: '900000.00' } as const;
  await desk.settings.update(raised);
  await desk.settings.update(raised);
  await credit.parameters.update({
    ...DEFAULT_CREDIT_PARAMETERS,
    rates: { ...DEFAULT_CREDIT_PARAMETERS.rates, baixo: '19.00' },
  });
  await bank.db.transaction((tx) =>
    tx.update(tx.tables.users).set({ totpSecret: 'encrypted' }).where(eq(tx.tables.users.id, admin.user.id)),
  );
  await desk.settings.update({ name: 'requireAdminTwoFactor', value: true });
  await desk.settings.update({ name: 'requireAdminTwoFactor', value: false });
  await desk.settings.update({ name: 'notifyNewClients', value: false });
  expect(await toldTo(bank, other.id)).toEqual([
    expect.stringMatching(
      /“Limite de um ajuste manual”, de R\$\s100\.000\.000\.000,00 para R\$\s900\.000,00/,
    ),
    expect.stringContaining('as taxas e os parâmetros de crédito'),
    expect.stringContaining('“Exigir dois fatores de administradores”, de sim para não'),
    expect.stringContaining('“Avisar sobre: Novos Clientes”, de sim para não'),
  ]);
});

test('so is who offers a product for investment, or offers one again, but not who withdraws it', async ({
  bank,
  admin,
}) => {
  const { user: other } = await makeAdmin(bank);
  const { products } = admin.call.investment;
  const { id } = await products.create({ ...PRODUCT, annualRate: '100.00' });
  const offered = 'a oferta do investimento “CDB Vale 90”, a 100,00% ao ano por 90 dias';
  expect(await toldTo(bank, other.id)).toEqual([
    expect.stringContaining(`${admin.user.fullName} mudou ${offered}`),
  ]);
  for (const isActive of [false, false, true]) await products.update({ id, isActive });
  expect(await toldTo(bank, other.id)).toHaveLength(2);
});

test('so is who ends an administrator’s access, or gives it back; a customer’s is the customer’s', async ({
  bank,
  ana,
  admin,
}) => {
  const { user: other } = await makeAdmin(bank);
  const { user: left } = await makeAdmin(bank);
  const { activate, deactivate } = admin.call.admin.users;
  for (const { id } of [ana.user, left]) {
    await deactivate({ id, reason: 'Saiu do banco' });
    await activate({ id, reason: 'Voltou' });
  }
  expect(await toldTo(bank, other.id)).toEqual([
    expect.stringContaining(`mudou o acesso de ${left.fullName} à administração, que foi desativado`),
    expect.stringContaining(`mudou o acesso de ${left.fullName} à administração, que foi devolvido`),
  ]);
});
