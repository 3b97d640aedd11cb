import { eq } from 'drizzle-orm';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { ATTEMPT_LIMITS, EMAIL_UNDO_SECONDS } from '#domain/limits';
import { record } from '#server/audit/record';
import { pdfText } from '#server/document/testing/pdf-text';
import { newId } from '#server/kernel/id';
import { adjust } from '#server/ledger/testing/bank';
import { caller } from '#server/testing/http-caller';
import { makeAdmin } from '#server/testing/people';
import { codeOf, settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { profileScene, signedInAdmin, tokenSentTo } from '../testing/profile-scene.ts';

type Copy = Record<string, Record<string, unknown>[]> & { user: Record<string, unknown> };

const headersOf = (browser: Browser) => ({
  cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});
const copyOf = async (bank: TestBank, browser: Browser) => {
  const { body, text, status, headers } = await caller(bank)(
    'GET',
    '/api/auth/my-data',
    undefined,
    headersOf(browser),
  );
  return { copy: body as Copy, text, status, headers };
};
async function accountOf({ db }: TestBank, userId: string) {
  const { accounts } = db.tables;
  const [account] = await db.select().from(accounts).where(eq(accounts.userId, userId));
  if (!account) throw new Error('customer has no account');
  return account;
}

describe('the copy of all data', () => {
  it('the copy of all data is refused to anybody not signed in, and limited to six a minute, JSON and PDF together', async () => {
    const { bank, browser } = await profileScene();
    expect(await codeOf(new Browser(bank).ask((asked) => asked.exportData()))).toBe('UNAUTHENTICATED');
    expect(await codeOf(new Browser(bank).ask((asked) => asked.exportDataPdf()))).toBe('UNAUTHENTICATED');
    for (let turn = 0; turn < 5; turn += 1) await browser.ask((asked) => asked.exportData());
    await browser.ask((asked) => asked.exportDataPdf());
    expect(await codeOf(browser.ask((asked) => asked.exportData()))).toBe('TOO_MANY_ATTEMPTS');
    expect(await codeOf(browser.ask((asked) => asked.exportDataPdf()))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('twenty copies a day are made in a session: each is told, and kept in the audit log', async () => {
    const { bank, browser } = await profileScene();
    for (let turn = 0; turn < ATTEMPT_LIMITS.personalDataDay.max; turn += 1) {
      await browser.ask((asked) => asked.exportData());
      bank.clock.passSeconds(61);
    }
    expect(await codeOf(browser.ask((asked) => asked.exportData()))).toBe('TOO_MANY_ATTEMPTS');
    expect(await codeOf(browser.ask((asked) => asked.exportDataPdf()))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('a copy that is refused, since another is being made, uses up none of the day’s', async () => {
    const { bank, browser } = await profileScene();
    for (let turn = 2; turn < ATTEMPT_LIMITS.personalDataDay.max; turn += 1) {
      await browser.ask((asked) => asked.exportData());
      bank.clock.passSeconds(61);
    }
    const copy = () => browser.ask((asked) => asked.exportDataPdf());
    expect((await settledCodes([copy(), copy()])).sort()).toEqual(['BUSY', 'done']);
    expect(await settledCodes([copy()])).toEqual(['done']);
    expect(await settledCodes([copy()])).toEqual(['TOO_MANY_ATTEMPTS']);
  });

  it('the copy of all data is a JSON file with everything the bank keeps, and no secret', async () => {
    const { bank, browser, person, user, update } = await profileScene();
    const account = await accountOf(bank, user.id);
    await adjust(bank.db, account.id, 12_345);
    await browser.ask((asked) => asked.consents.set({ kind: 'product_news', isGranted: true }));
    await update({ email: 'nova@correio.example', city: 'Santos' });
    const token = await tokenSentTo(bank, 'nova@correio.example');
    await browser.ask((asked) => asked.confirmEmail({ token, password: PASSWORD }));
    const { copy, text, headers } = await copyOf(bank, browser);

    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('attachment; filename="meus-dados-2026-03-10.json"');
    expect(copy.user).toMatchObject({ cpf: user.cpf, city: 'Santos', email: 'nova@correio.example' });
    expect(copy.accounts).toMatchObject([{ accountNumber: account.accountNumber, balance: '123.45' }]);
    expect(copy.entries).toMatchObject([{ description: 'Ajuste', amount: '123.45', balanceAfter: '123.45' }]);
    expect(copy.terms).toMatchObject([{ ip: '203.0.113.7' }]);
    expect(copy.consents).toMatchObject([{ kind: 'product_news', isGranted: true }]);
    expect(copy.sessions).toMatchObject([{ ip: '203.0.113.7', userAgent: 'vitest' }]);
    expect(copy.emailChanges).toMatchObject([{ email: 'nova@correio.example' }]);
    expect(copy.notifications).toMatchObject([{ kind: 'data_copied' }, { kind: 'email_changed' }]);
    expect(copy.actions?.map(({ action }) => action)).toEqual([
      'copy_personal_data',
      'update_user',
      'update_user',
      'decide_consent',
      'create_account',
      'create_user',
    ]);
    // Includes the messages to the former address, from before the change.
    expect(copy.messages?.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()).toEqual(
      [
        'data_copied nova@correio.example',
        `email_change_asked ${person.email}`,
        `email_changed ${person.email}`,
        'email_confirm nova@correio.example',
        `welcome ${person.email}`,
      ].sort(),
    );
    const [session] = await bank.db.select().from(bank.db.tables.sessions);
    for (const secret of ['argon2', 'passwordHash', 'totp', token, session?.id ?? 'none'])
      expect(text).not.toContain(secret);
  });

  it('the copy of all data has what administrators did and wrote, without their addresses', async () => {
    const { bank, browser, user } = await profileScene();
    const { user: helena } = await signedInAdmin(bank);
    const { contacts } = bank.db.tables;
    const at = bank.clock.now();
    await bank.db.transaction(async (tx) => {
      await tx.insert(contacts).values({
        id: newId(),
        clientId: user.id,
        operationId: null,
        contactType: 'suporte',
        notes: 'Ligou para pedir o extrato.',
        difficulty: 'facil',
        isResolved: true,
        contactedAt: at,
        createdAt: at,
        createdById: helena.id,
      });
      await record(
        tx,
        { ...bank, request: { ip: '198.51.100.9', userAgent: 'x' }, user: helena },
        { action: 'view_user', entityType: 'user', entityId: user.id },
      );
    });
    const { copy, text } = await copyOf(bank, browser);
    expect(copy.contacts).toMatchObject([{ notes: 'Ligou para pedir o extrato.', isResolved: true }]);
    expect(copy.accesses).toMatchObject([{ byName: helena.fullName, action: 'view_user' }]);
    expect(text).not.toContain('198.51.100.9');
  });

  it('the copy of all data has the reason why an account was frozen', async () => {
    const { bank, browser, user } = await profileScene();
    const { browser: helena } = await signedInAdmin(bank);
    const { id } = await accountOf(bank, user.id);
    const path = `/api/admin/accounts/${id}/freeze`;
    const freezing = { ...headersOf(helena), origin: bank.env.APP_ORIGIN };
    await caller(bank)('POST', path, { reason: 'Ordem judicial 12/2026' }, freezing);
    const { copy } = await copyOf(bank, browser);
    expect(copy.accounts).toMatchObject([{ isActive: false, inactiveReason: 'Ordem judicial 12/2026' }]);
    const { bytes } = await browser.ask((asked) => asked.exportDataPdf());
    if (!(bytes instanceof Uint8Array)) throw new Error('expected bytes, got a stream');
    expect(await pdfText(bytes, 0)).toContain('inativa (Ordem judicial 12/2026)');
  });

  it('a PDF that is refused, since another one is being made, is not told as a copy', async () => {
    const { bank, browser } = await profileScene();
    const copies = [1, 2].map(() => browser.ask((asked) => asked.exportDataPdf()));
    expect((await settledCodes(copies)).sort()).toEqual(['BUSY', 'done']);
    const { auditLog, notifications } = bank.db.tables;
    expect(await bank.db.$count(notifications, eq(notifications.kind, 'data_copied'))).toBe(1);
    expect(await bank.db.$count(auditLog, eq(auditLog.action, 'copy_personal_data'))).toBe(1);
  });

  it('the copy of all data has nothing of a former owner of the address', async () => {
    const first = await profileScene();
    const { bank } = first;
    await first.update({ email: 'outro@correio.example' });
    bank.clock.passSeconds(1);
    const token = await tokenSentTo(bank, 'outro@correio.example');
    await first.browser.ask((asked) => asked.confirmEmail({ token, password: PASSWORD }));
    // After the hold ends, proofs of identity no longer go to the former address.
    bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
    const second = new Browser(bank);
    await second.register(newPerson({ email: first.person.email }));
    const { copy } = await copyOf(bank, second);
    expect(copy.messages).toMatchObject([
      { kind: 'data_copied' },
      { kind: 'welcome', createdAt: bank.clock.now().toISOString() },
    ]);
    await first.browser.login(first.person.cpf, PASSWORD);
    const { copy: own } = await copyOf(bank, first.browser);
    // No `email_confirm`: it went to the new address before that was theirs.
    expect(own.messages?.map(({ kind }) => kind).sort()).toEqual([
      'data_copied',
      'email_change_asked',
      'email_changed',
      'welcome',
    ]);
  });

  it('the copy of all data has the messages to the address before a correction, and none to the new one from before it', async () => {
    const { bank, browser, user, person } = await profileScene();
    const admin = await makeAdmin(bank);
    const queued = { kind: 'welcome', recipient: 'outro@correio.example', subject: 'Para outra pessoa' };
    const row = { ...queued, id: newId(), text: '', html: '', attempts: 0, createdAt: bank.clock.now() };
    await bank.db.transaction((tx) => tx.insert(tx.tables.outbox).values(row));
    bank.clock.passSeconds(1);
    const correction = { id: user.id, email: queued.recipient, reason: 'Digitado errado no cadastro' };
    await admin.call.admin.users.correctEmail(correction);
    await browser.login(person.cpf, PASSWORD);
    const { copy } = await copyOf(bank, browser);
    expect(copy.messages?.map(({ kind, recipient }) => `${kind} ${recipient}`).sort()).toEqual(
      [
        `data_copied ${queued.recipient}`,
        `email_corrected ${person.email}`,
        `email_corrected_here ${queued.recipient}`,
        `welcome ${person.email}`,
      ].sort(),
    );
  });

  it('the changes of an address are found by an index', async () => {
    const { bank, user } = await profileScene();
    const raw = await openRaw(engineOf(bank.db).url);
    onTestFinished(() => raw.close());
    const query = (hint: string) => `SELECT seq FROM audit_log ${hint} WHERE entity_id = '${user.id}'
      AND entity_type = 'user' AND action in ('update_user', 'correct_email') ORDER BY seq`;
    // Throws if the index cannot answer the query.
    if (bank.db.engine === 'sqlite') return void (await raw.run(query('INDEXED BY audit_log_addresses')));
    await raw.run('SET enable_seqscan = off');
    expect(JSON.stringify(await raw.run(`EXPLAIN ${query('')}`))).toContain('audit_log_addresses');
  });

  it('the copy of all data is complete at any length, with the data of each feature', async () => {
    const { bank, browser, user } = await profileScene();
    const account = await accountOf(bank, user.id);
    for (let turn = 1; turn <= 405; turn += 1) await adjust(bank.db, account.id, turn);
    bank.registry.personalData.push({
      name: 'proposals',
      pages: async function* (_db, userId) {
        yield [{ userId }];
        yield [];
        yield [{ id: 'two' }];
      },
    });
    const { copy } = await copyOf(bank, browser);
    expect(copy.entries?.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 405 }, (_, index) => 405 - index),
    );
    expect(copy.proposals).toEqual([{ userId: user.id }, { id: 'two' }]);
  });
});

describe('the printed copy of all data', () => {
  it('the printed copy of all data says in Portuguese what there is, and where the rest is', async () => {
    const { bank, browser, person, user } = await profileScene();
    const account = await accountOf(bank, user.id);
    for (let turn = 1; turn <= 31; turn += 1) await adjust(bank.db, account.id, turn * 100);
    await browser.login(person.cpf, PASSWORD);
    const { status, headers } = await caller(bank)(
      'GET',
      '/api/auth/my-data/pdf',
      undefined,
      headersOf(browser),
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const { bytes } = await browser.ask((asked) => asked.exportDataPdf());
    if (!(bytes instanceof Uint8Array)) throw new Error('expected bytes, got a stream');
    const pages = (await PDFDocument.load(bytes)).getPageCount();
    const texts: string[] = [];
    for (let page = 0; page < pages; page += 1) texts.push(await pdfText(bytes, page));
    expect(pages).toBeGreaterThan(2);
    expect(texts[0]).toContain(`Meus dados\n${person.fullName}`);
    for (const [index, text] of texts.entries()) expect(text).toContain(`página ${index + 1}`);
    const all = texts.join('\n');
    const masked = person.cpf.replace(/\D/g, '').replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
    for (const said of [masked, '(11) 98745-2031', 'R$ 7.800,00', 'Depósito: Ajuste, R$ 31,00'])
      expect(all).toContain(said);
    expect(all).toContain('Os 30 mais recentes; todos estão no arquivo JSON.');
    expect(all).not.toContain('Ajuste, R$ 1,00');
    expect(all).not.toContain('argon2');
  });
});
