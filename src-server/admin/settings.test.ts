import { and, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { formatBrl } from '#domain/money';
import { MAXIMUM_NAMES, SWITCH_NAMES } from '#domain/settings';
import { Browser, newPerson } from '#server/auth/testing/browser';
import { claimMessage, markFailed } from '#server/outbox/claim';
import { queueMail } from '#server/outbox/queue-mail';
import { readSetting } from '#server/settings/read';
import { test } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { callerOf, makeAdmin, makeCustomer } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';

const giveTwoFactor = (bank: TestBank, id: string) =>
  bank.db.transaction(async (tx) => {
    const { users } = tx.tables;
    await tx.update(users).set({ totpSecret: 'encrypted' }).where(eq(users.id, id));
  });

const auditOf = (bank: TestBank) => {
  const { auditLog } = bank.db.tables;
  return bank.db.select().from(auditLog).where(eq(auditLog.action, 'update_setting')).orderBy(auditLog.seq);
};

const mailTo = (bank: TestBank, recipient: string, kind: string) => {
  const { outbox } = bank.db.tables;
  return bank.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, recipient), eq(outbox.kind, kind)))
    .orderBy(outbox.id);
};

const emailOf = async (bank: TestBank, id: string): Promise<string> => {
  const { users } = bank.db.tables;
  const [row] = await bank.db.select({ email: users.email }).from(users).where(eq(users.id, id));
  return row?.email ?? '';
};

describe('the settings', () => {
  test('the settings are refused to customers and to anybody not signed in', async ({ bank, ana }) => {
    const input = { name: 'notifyNewClients', value: false } as const;
    for (const [call, code] of [
      [callerOf(bank, null), 'UNAUTHENTICATED'],
      [ana.call, 'FORBIDDEN'],
    ] as const) {
      expect(await codeOf(call.admin.settings.get())).toBe(code);
      expect(await codeOf(call.admin.settings.update(input))).toBe(code);
      expect(await codeOf(call.admin.settings.testEmail())).toBe(code);
    }
    expect(await readSetting(bank.db, 'notifyNewClients')).toBe(true);
  });

  test('the settings show the facts of the running system', async () => {
    const bank = await testBank({ PORT: '4321' });
    const { call } = await makeAdmin(bank);
    const shown = await call.admin.settings.get();
    expect(shown.values).toEqual({
      requireAdminTwoFactor: false,
      maxAdjustment: '100000000000.00',
      maxApproval: '100000000000.00',
      notifyNewClients: true,
      notifyCreditProposals: true,
      notifyLatePayments: true,
    });
    expect(Object.keys(shown.values).toSorted()).toEqual([...SWITCH_NAMES, ...MAXIMUM_NAMES].toSorted());
    expect(shown.database).toMatchObject({ state: 'connected', engine: bank.db.engine });
    expect(shown.database.version).toMatch(/^\d+\.\d+/);
    expect(shown.database.sizeBytes).toBeGreaterThan(100_000);
    expect(shown.mail).toEqual({
      state: 'local',
      server: null,
      from: null,
      waiting: 0,
      failed: 0,
      lastSentAt: null,
      lastError: null,
    });
    expect(shown.provider).toEqual({ kind: 'simulator', address: null, lastCall: null });
    expect(shown.system).toMatchObject({
      version: '1.0.0',
      commit: expect.toSatisfy((commit: string | null) => commit === null || /^[0-9a-f]{12}$/.test(commit)),
      environment: 'test',
      origin: 'http://localhost:4321',
      listensOn: 'localhost:4321',
    });
    expect(shown.database.lastBackupAt).toBeNull();
    const limits = Object.fromEntries(shown.limits.map(({ label, text }) => [label, text]));
    expect(limits['Sessão de administrador']).toBe('10 minutos sem uso, 8 horas no máximo');
    await call.admin.settings.update({ name: 'maxAdjustment', value: '2500.00' });
    const { limits: after } = await call.admin.settings.get();
    expect(after.find(({ label }) => label === 'Ajuste manual')?.text).toBe(`até ${formatBrl(250_000)}`);
  });

  test('the settings count waiting e-mails, and show no password', async () => {
    const bank = await testBank({
      SMTP_URL: 'smtps://banco:segredo-do-correio@mail.example:465',
      MAIL_FROM: 'Banco <nao-responda@vale.example>',
      ASAAS_URL: 'https://api-sandbox.asaas.com/v3',
      ASAAS_API_KEY: 'chave-do-provedor',
    });
    const { call } = await makeAdmin(bank);
    for (const kind of ['um', 'dois', 'três']) {
      const mail = { kind, recipient: 'a@x.example', subject: kind, text: kind, html: kind };
      await bank.db.transaction((tx) => queueMail(tx, { ...mail, at: bank.clock.now() }));
    }
    const { outbox } = bank.db.tables;
    const [first, second] = await bank.db.select({ id: outbox.id }).from(outbox).orderBy(outbox.id);
    const refused = await claimMessage(bank, first?.id ?? '');
    const postponed = await claimMessage(bank, second?.id ?? '');
    if (!refused || !postponed) throw new Error('expected two due messages');
    await markFailed(bank, refused, 'refused', '550 no such user');
    await markFailed(bank, postponed, 'failed', '451 later');

    const shown = await call.admin.settings.get();
    expect(shown.mail).toEqual({
      state: 'failing',
      server: 'smtps://mail.example:465',
      from: 'Banco <nao-responda@vale.example>',
      waiting: 2,
      failed: 1,
      lastSentAt: null,
      lastError: '451 later',
    });
    expect(shown.provider).toEqual({ kind: 'sandbox', address: 'api-sandbox.asaas.com', lastCall: null });
    expect(JSON.stringify(shown)).not.toMatch(/segredo|chave-do-provedor/);
  });
});

describe('a setting', () => {
  test('a setting is refused when it is unknown, and when its value has the wrong type', async ({ bank }) => {
    const { call } = await makeAdmin(bank);
    for (const input of [{}, { name: 'notifyNewClients' }, { name: 'notifyNewClients', value: 'true' }])
      expect(await codeOf(call.admin.settings.update(input as never))).toBe('VALIDATION');
    expect(await codeOf(call.admin.settings.update({ name: '__proto__', value: true } as never))).toBe(
      'VALIDATION',
    );
    expect(await auditOf(bank)).toEqual([]);
  });

  test('a setting is stored and audited with its old and new value, once', async ({ bank }) => {
    const { call, user } = await makeAdmin(bank);
    const off = { name: 'notifyNewClients', value: false } as const;
    expect(await Promise.all([call.admin.settings.update(off), call.admin.settings.update(off)])).toEqual([
      off,
      off,
    ]);
    expect((await call.admin.settings.get()).values.notifyNewClients).toBe(false);
    expect(await auditOf(bank)).toMatchObject([
      {
        userId: user.id,
        entityType: 'setting',
        entityId: 'notifyNewClients',
        changes: '{"from":true,"to":false}',
      },
    ]);
  });

  test('requiring a second factor of administrators is refused to one who has none', async ({ bank }) => {
    const { call, user } = await makeAdmin(bank);
    const on = { name: 'requireAdminTwoFactor', value: true } as const;
    expect(await refusalOf(call.admin.settings.update(on))).toMatchObject({
      status: 409,
      code: 'TWO_FACTOR_NOT_ENABLED',
      error: expect.stringContaining('Ative primeiro a sua própria'),
    });
    expect(await readSetting(bank.db, 'requireAdminTwoFactor', bank.env)).toBe(false);
    await giveTwoFactor(bank, user.id);
    expect(await call.admin.settings.update(on)).toEqual(on);
    expect(await readSetting(bank.db, 'requireAdminTwoFactor', bank.env)).toBe(true);
  });

  test('a setting is updated at its REST path only after a sign-in', async ({ bank }) => {
    const call = caller(bank);
    const answer = await call('PATCH', '/api/admin/settings/notifyNewClients', { value: false });
    expect([answer.status, answer.body]).toEqual([401, expect.objectContaining({ code: 'UNAUTHENTICATED' })]);
  });
});

describe('the test message', () => {
  test('the test message goes to the caller through the outbox, at a limited rate', async ({ bank }) => {
    const { call, user } = await makeAdmin(bank);
    const recipient = await emailOf(bank, user.id);
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => call.admin.settings.testEmail()),
    );
    const sent = answers.filter(({ status }) => status === 'fulfilled');
    expect(sent).toHaveLength(3);
    expect(sent[0]).toMatchObject({ value: { queued: true, recipient } });
    expect(await mailTo(bank, recipient, 'test')).toHaveLength(3);
    expect(await codeOf(call.admin.settings.testEmail())).toBe('TOO_MANY_ATTEMPTS');
    bank.clock.passSeconds(61);
    expect(await call.admin.settings.testEmail()).toEqual({ queued: true, recipient });
  });
});

describe('the notification of new customers', () => {
  test('a registration notifies every active administrator and nobody else, while that setting is on', async ({
    bank,
  }) => {
    const { user: helena } = await makeAdmin(bank);
    const { user: away } = await makeAdmin(bank);
    const { user: customer } = await makeCustomer(bank);
    const { users, notifications } = bank.db.tables;
    await bank.db.transaction(async (tx) => {
      await tx.update(users).set({ isActive: false }).where(eq(users.id, away.id));
    });
    await new Browser(bank).register(newPerson({ fullName: 'Rita de Cássia', username: 'rita.cassia' }));
    expect(await bank.db.select().from(notifications)).toEqual([
      expect.objectContaining({
        userId: helena.id,
        kind: 'new_client',
        text: 'Rita de Cássia abriu uma conta.',
        href: '/admin/users?busca=rita.cassia',
      }),
    ]);
    expect(await mailTo(bank, await emailOf(bank, helena.id), 'new_client')).toHaveLength(1);
    for (const { id } of [away, customer])
      expect(await mailTo(bank, await emailOf(bank, id), 'new_client')).toEqual([]);

    await callerOf(bank, helena).admin.settings.update({ name: 'notifyNewClients', value: false });
    await new Browser(bank).register(newPerson());
    expect(await bank.db.$count(notifications, eq(notifications.kind, 'new_client'))).toBe(1);
  });
});
