/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { addDays } from '#domain/date';
import { runDay, signedCredit } from '#server/credit/testing/loan';
import { auditedChanges } from '#server/payments/testing/scene';
import { test as base } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';

const HARD = { contactType: 'cobranca', notes: 'Não atendeu.', difficulty: 'dificil' } as const;

/** `contact`: an open matter with Ana, which weighs on her rating. */
const test = base.extend('contact', ({ admin, ana }) =>
  admin.call.admin.contacts.create({ ...HARD, clientId: ana.user.id }),
);

describe('correcting a contact', () => {
  test('a resolved matter stops weighing on the rating at once, and nothing else changes', async ({
    bank,
    ana,
    admin,
    contact,
  }) => {
    const before = await ana.call.credit.rating();
    expect(before).toMatchObject({ contacts: 1, resolvedContacts: 0 });
    const resolved = await admin.call.admin.contacts.change({ id: contact.id, resolved: true });
    expect(resolved).toEqual({ ...contact, resolved: true });
    expect(await ana.call.account.contacts()).toEqual([resolved]);
    const after = await ana.call.credit.rating();
    expect(after).toMatchObject({ contacts: 1, resolvedContacts: 1 });
    expect(await auditedChanges(bank, 'change_contact')).toEqual([
      { clientId: ana.user.id, resolved: { from: false, to: true } },
    ]);
  });

  test('the rating that others see rises when the matter is resolved', async ({
    setup: { bank, ana, admin },
  }) => {
    await signedCredit({ bank, ana, admin });
    const { schedules } = await ana.call.credit.schedules({});
    const first = schedules.find(({ installmentNumber }) => installmentNumber === 1);
    await ana.call.credit.payInstallment({ id: first?.id ?? '' });
    await runDay({ bank }, addDays(first?.dueDate ?? '', 1));
    const ratingOf = async () => (await admin.call.admin.users.get({ id: ana.user.id })).ratingVb ?? 0;
    const { id } = await admin.call.admin.contacts.create({ ...HARD, clientId: ana.user.id });
    const open = await ratingOf();
    await admin.call.admin.contacts.change({ id, resolved: true });
    const resolved = await ratingOf();
    expect(resolved).toBeGreaterThan(open);
    await admin.call.admin.contacts.change({ id, difficulty: 'facil' });
    expect(await ratingOf()).toBeGreaterThan(resolved);
  });

  test('a mistake is corrected; the audit row says what was changed, and not what was written', async ({
    bank,
    ana,
    admin,
    contact,
  }) => {
    const { change } = admin.call.admin.contacts;
    const { id } = contact;
    const corrected = await change({ id, notes: 'Atendeu e paga.', difficulty: 'facil', resolved: true });
    expect(corrected).toEqual({
      ...contact,
      notes: 'Atendeu e paga.',
      difficulty: 'facil',
      resolved: true,
    });
    expect(await change({ id, resolved: false })).toEqual({ ...corrected, resolved: false });
    expect(await change({ id, resolved: false })).toEqual({ ...corrected, resolved: false });
    expect(await auditedChanges(bank, 'change_contact')).toEqual([
      {
        clientId: ana.user.id,
        difficulty: { from: 'dificil', to: 'facil' },
        resolved: { from: false, to: true },
        notes: 'changed',
      },
      { clientId: ana.user.id, resolved: { from: true, to: false } },
    ]);
  });

  test('customers, unknown contacts and wrong fields are refused', async ({ ana, admin, contact }) => {
    const { id } = contact;
    expect(await codeOf(ana.call.admin.contacts.change({ id, resolved: true }))).toBe('FORBIDDEN');
    expect(await codeOf(admin.call.admin.contacts.change({ id: 'x', resolved: true }))).toBe('NOT_FOUND');
    const wrong = await refusalOf(admin.call.admin.contacts.change({ id, notes: '  ' }));
    expect(wrong.fields).toEqual({ notes: 'Por favor, preencha o relatório de contato' });
    expect(await ana.call.account.contacts()).toEqual([contact]);
  });

  test(
    'two administrators who change different fields at once both keep their change',
    race(),
    async ({ bank, admin, contact }) => {
      const { id } = contact;
      await Promise.all(
        Array.from({ length: 64 }, (_, index) =>
          admin.call.admin.contacts.change(
            index % 2 === 0 ? { id, resolved: true } : { id, difficulty: 'facil' },
          ),
        ),
      );
      const [kept] = await bank.db.select().from(bank.db.tables.contacts);
      expect(kept).toMatchObject({ isResolved: true, difficulty: 'facil', notes: 'Não atendeu.' });
      expect(await auditedChanges(bank, 'change_contact')).toHaveLength(2);
    },
  );
});
