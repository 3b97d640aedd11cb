import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { MAX_LISTED } from '#domain/limits';
import { openCreditBank } from '#server/credit/testing/scene';
import { newId } from '#server/kernel/id';
import { test } from '#server/testing/bank-test';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';

const asked = { contactType: 'cobranca', notes: 'Ligou e atendeu.', difficulty: 'moderado' } as const;

describe('contacts with a client', () => {
  test('contacts are registered by administrators and seen by both sides, newest first', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    const { create, list } = admin.call.admin.contacts;
    const first = await create({
      ...asked,
      clientId: ana.user.id,
      notes: ' Ligou. \r\n\r\n\r\n\r\n Atendeu.\u200b ',
      resolved: true,
    });
    expect(first).toEqual({
      id: expect.any(String),
      contactType: 'cobranca',
      notes: 'Ligou.\n\nAtendeu.',
      difficulty: 'moderado',
      resolved: true,
      contactDate: '2026-03-10T15:00:00.000Z',
      createdAt: '2026-03-10T15:00:00.000Z',
      operationId: null,
      createdByName: 'Helena Siqueira',
    });
    bank.clock.passSeconds(60);
    const second = await create({
      ...asked,
      clientId: ana.user.id,
      contactType: 'suporte',
    });
    expect(second).toMatchObject({ resolved: false, contactType: 'suporte' });
    const earlier = await create({
      ...asked,
      clientId: ana.user.id,
      contactDate: '2026-03-09T10:00:00-03:00',
    });
    expect(earlier).toMatchObject({
      contactDate: '2026-03-09T13:00:00.000Z',
      createdAt: '2026-03-10T15:01:00.000Z',
    });
    await create({ ...asked, clientId: bruno.user.id });

    expect(await list({ id: ana.user.id })).toEqual([second, first, earlier]);
    expect(await ana.call.account.contacts()).toEqual([second, first, earlier]);
    expect(await bruno.call.account.contacts()).toHaveLength(1);

    const { auditLog } = bank.db.tables;
    const rows = await bank.db.select().from(auditLog).where(eq(auditLog.entityId, first.id));
    expect(rows).toMatchObject([
      { action: 'create_contact', entityType: 'contact', userName: 'Helena Siqueira' },
    ]);
    // The text stays out of the audit log, which is kept longer.
    expect(JSON.parse(rows[0]?.changes ?? '')).toEqual({
      clientId: ana.user.id,
      contactType: 'cobranca',
      difficulty: 'moderado',
      resolved: true,
    });
  });

  test('the latest 200 are listed', async ({ bank, ana, admin }) => {
    await admin.call.admin.contacts.create({ ...asked, clientId: ana.user.id });
    const { contacts } = bank.db.tables;
    const [row] = await bank.db.select().from(contacts);
    if (!row) throw new Error('no contact');
    const older = Array.from({ length: MAX_LISTED }, (_, place) => ({
      ...row,
      ...{ id: newId(), contactedAt: new Date(row.contactedAt.getTime() - 1000 - place) },
    }));
    await bank.db.transaction((tx) => tx.insertRows(contacts, older));
    const listed = await ana.call.account.contacts();
    expect(listed).toHaveLength(MAX_LISTED);
    expect(listed[0]?.id).toBe(row.id);
  });

  test('contacts are refused to callers of another role, and for a user who is no customer', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    const clientId = ana.user.id;
    const nobody = callerOf(bank, null);
    expect(await codeOf(nobody.admin.contacts.list({ id: clientId }))).toBe('UNAUTHENTICATED');
    expect(await codeOf(nobody.account.contacts())).toBe('UNAUTHENTICATED');
    expect(await codeOf(nobody.admin.contacts.create({ ...asked, clientId }))).toBe('UNAUTHENTICATED');
    for (const call of [ana.call, bruno.call]) {
      expect(await codeOf(call.admin.contacts.list({ id: clientId }))).toBe('FORBIDDEN');
      expect(await codeOf(call.admin.contacts.create({ ...asked, clientId }))).toBe('FORBIDDEN');
    }
    expect(await codeOf(admin.call.account.contacts())).toBe('FORBIDDEN');
    for (const id of ['x', admin.user.id, ana.accountId]) {
      expect(await codeOf(admin.call.admin.contacts.list({ id }))).toBe('NOT_FOUND');
      expect(await codeOf(admin.call.admin.contacts.create({ ...asked, clientId: id }))).toBe('NOT_FOUND');
    }
    expect(await bank.db.$count(bank.db.tables.contacts)).toBe(0);
  });

  test('a contact concerns a credit of that customer or none', async () => {
    const { bank, ana, bruno, admin, propose } = await openCreditBank();
    const { id: operationId } = await propose();
    const { create } = admin.call.admin.contacts;
    expect(await create({ ...asked, clientId: ana.user.id, operationId })).toMatchObject({ operationId });
    expect(await codeOf(create({ ...asked, clientId: bruno.user.id, operationId }))).toBe('NOT_FOUND');
    expect(await codeOf(create({ ...asked, clientId: ana.user.id, operationId: 'op-1' }))).toBe('NOT_FOUND');
    expect(await bank.db.$count(bank.db.tables.contacts)).toBe(1);
  });

  test('a contact is refused with wrong input', async ({ ana, admin }) => {
    const create = (wrong: object) =>
      refusalOf(
        admin.call.admin.contacts.create({ ...asked, clientId: ana.user.id, ...wrong } as Parameters<
          typeof admin.call.admin.contacts.create
        >[0]),
      );
    for (const notes of [undefined, '', '  \n\t ', '\u200b'])
      expect((await create({ notes })).fields, String(notes)).toEqual({
        notes: 'Por favor, preencha o relatório de contato',
      });
    expect((await create({ notes: 'x'.repeat(4001) })).fields).toHaveProperty('notes');
    for (const [field, value] of [
      ['contactType', 'visita'],
      ['difficulty', 'impossivel'],
      ['resolved', 'sim'],
      ['operationId', '../x'],
      ['contactDate', '10/03/2026'],
      ['contactDate', '2026-03-10T15:00:01.000Z'],
      ['clientId', 'a\u0000b'],
    ])
      expect(await create({ [field as string]: value }), field).toMatchObject({
        status: 400,
        fields: { [field as string]: expect.any(String) },
      });
  });
});
