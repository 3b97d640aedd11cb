/** @module-tag postgresInCi */
import { desc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { DOCUMENT_FREE_SECONDS } from '#domain/auth/document-free';
import { secondsAfter } from '#domain/moment';
import { setDocumentFreeFrom } from '#server/auth/document-free';
import { Browser, newPerson, PASSWORD } from '#server/auth/testing/browser';
import { confirmEmail } from '#server/auth/testing/freezing';
import { profileScene, tokenSentTo } from '#server/auth/testing/profile-scene';
import { auditedChanges } from '#server/payments/testing/scene';
import { letterTo } from '#server/protection/testing/protected-bank';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf, makeAdmin, tokenCallerOf } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';

const REASON = 'Titular identificada na agência';

/** Somebody who has registered a CPF that is another's and used the account, its owner, and an administrator. */
const test = bankTest.extend('scene', async ({ bank }) => {
  const { browser, user, person, update } = await profileScene(bank);
  const admin = await makeAdmin(bank);
  // Proven at each act.
  const users = () => callerOf(bank, admin.user).admin.users;
  const { accounts, outbox, users: table } = bank.db.tables;
  const [account] = await bank.db.select().from(accounts).where(eq(accounts.userId, user.id));
  const adjust = (amount: string) =>
    admin.call.admin.accounts.adjust({ id: account?.id ?? '', amount, reason: 'Um centavo' });
  await adjust('0.01');
  const sent = { id: user.id, reason: REASON };
  return {
    ...{ browser, user, person, update, admin, users, sent, adjust },
    deactivate: () => users().deactivate({ id: user.id, reason: 'Documento de outra pessoa' }),
    activate: () => users().activate({ id: user.id, reason: 'Engano' }),
    close: async () => {
      await adjust('-0.01');
      await browser.ask((on) => on.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));
    },
    ask: () => users().askDocumentFree(sent),
    keep: () => users().keepDocument(sent),
    free: () => users().freeDocument(sent),
    wait: () => bank.clock.passSeconds(DOCUMENT_FREE_SECONDS),
    /** The document's owner, in another browser. */
    registers: () => new Browser(bank).register(newPerson({ cpf: person.cpf, fullName: 'Titular de Fato' })),
    signsIn: () => new Browser(bank).login(person.cpf, PASSWORD),
    row: async () => (await bank.db.select().from(table).where(eq(table.id, user.id)))[0],
    lettersOf: (kind: string) =>
      bank.db.select().from(outbox).where(eq(outbox.kind, kind)).orderBy(desc(outbox.id)),
  };
});

describe('the document of a closed customer', () => {
  test('is freed at once, so that its owner registers; the closed record and its books keep it', async ({
    bank,
    scene: { user, close, free, registers, signsIn, row, lettersOf },
  }) => {
    await close();
    const before = await row();
    expect(await codeOf(registers())).toBe('ALREADY_REGISTERED');
    const { entries } = bank.db.tables;
    const booked = await bank.db.$count(entries);
    expect(await free()).toMatchObject({ documentFreedAt: bank.clock.now().toISOString() });
    expect(await row()).toEqual({ ...before, documentFreedAt: bank.clock.now() });
    expect(await bank.db.$count(entries)).toBe(booked);
    expect(await auditedChanges(bank, 'free_document')).toEqual([{ isDocumentFreed: true, reason: REASON }]);
    // The bank has no address of theirs.
    expect(await lettersOf('document_freed')).toEqual([]);

    const owner = await registers();
    expect((await signsIn()).user).toMatchObject({ id: owner.id });
    expect(owner.id).not.toBe(user.id);
    expect(await codeOf(registers())).toBe('ALREADY_REGISTERED');
  });

  test('is not asked for, and not freed twice', async ({ scene: { close, ask, free, keep } }) => {
    await close();
    expect(await refusalOf(ask())).toMatchObject({
      code: 'USER_CLOSED',
      error: 'Este cadastro está encerrado: o documento pode ser liberado na hora',
    });
    await free();
    expect(await settledCodes([free(), ask(), keep()])).toEqual([
      ...['DOCUMENT_FREED', 'DOCUMENT_FREED', 'DOCUMENT_FREE_NOT_ASKED'],
    ]);
  });
});

describe('the document of a deactivated customer', () => {
  test('is freed seven days after it was asked for, and signs in there no longer; the holder is told both times', async ({
    bank,
    scene: { browser, user, deactivate, ask, free, registers, signsIn, row, lettersOf },
  }) => {
    await confirmEmail(bank, browser);
    await deactivate();
    const from = secondsAfter(bank.clock.real(), DOCUMENT_FREE_SECONDS).toISOString();
    expect(await ask()).toMatchObject({ documentFreeFrom: from, documentFreedAt: null });
    expect(await letterTo(bank, 'document_free_asked')).toContain(`Motivo: ${REASON}`);
    expect(await auditedChanges(bank, 'ask_document_free')).toEqual([{ freeFrom: from, reason: REASON }]);
    const { notifications } = bank.db.tables;
    const bells = await bank.db.select().from(notifications).where(eq(notifications.userId, user.id));
    expect(bells.map(({ kind }) => kind)).toContain('document_free_asked');

    bank.clock.passSeconds(DOCUMENT_FREE_SECONDS - 1);
    expect(await refusalOf(free())).toMatchObject({
      status: 409,
      code: 'DOCUMENT_FREE_WAITS',
      error: expect.stringMatching(/^O documento só pode ser liberado a partir de \d/),
    });
    expect(await codeOf(registers())).toBe('ALREADY_REGISTERED');
    expect(await codeOf(signsIn())).toBe('USER_INACTIVE');
    bank.clock.passSeconds(1);
    const before = await row();
    expect(await free()).toMatchObject({ documentFreeFrom: null, totalBalance: '0.01' });
    expect(await row()).toEqual({ ...before, documentFreedAt: bank.clock.now() });
    expect(await codeOf(signsIn())).toBe('INVALID_CREDENTIALS');
    expect(await letterTo(bank, 'document_freed')).toContain(`Motivo: ${REASON}`);
    expect(await lettersOf('document_freed')).toHaveLength(1);
    const owner = await registers();
    expect((await signsIn()).user).toMatchObject({ id: owner.id });
  });

  test('stays when an administrator takes the request back, or gives the access back', async ({
    bank,
    scene: { browser, deactivate, activate, ask, keep, free, wait, signsIn, users, user },
  }) => {
    await confirmEmail(bank, browser);
    await deactivate();
    await ask();
    expect(await keep()).toMatchObject({ documentFreeFrom: null });
    expect(await letterTo(bank, 'document_kept')).toContain(`Motivo: ${REASON}`);
    expect(await auditedChanges(bank, 'keep_document')).toEqual([{ reason: REASON }]);
    wait();
    expect(await codeOf(free())).toBe('DOCUMENT_FREE_NOT_ASKED');

    await ask();
    await activate();
    expect(await auditedChanges(bank, 'activate_user')).toEqual([
      { reason: 'Engano', endedDocumentRequest: true },
    ]);
    await signsIn();
    await deactivate();
    wait();
    expect(await codeOf(free())).toBe('DOCUMENT_FREE_NOT_ASKED');
    expect(await users().get({ id: user.id })).toMatchObject({ documentFreeFrom: null });
  });

  test('comes back with the access unless somebody has registered it', async ({
    bank,
    scene: { deactivate, activate, ask, free, wait, registers, signsIn, row, user },
  }) => {
    const freed = async () => {
      await deactivate();
      await ask();
      wait();
      await free();
    };
    await freed();
    await activate();
    expect(await auditedChanges(bank, 'activate_user')).toEqual([
      { reason: 'Engano', isDocumentFreed: false },
    ]);
    expect((await signsIn()).user).toMatchObject({ id: user.id });
    expect(await codeOf(registers())).toBe('ALREADY_REGISTERED');
    await freed();
    await registers();
    const before = await row();
    const taken = { status: 409, code: 'DOCUMENT_TAKEN', error: expect.stringContaining('libere antes') };
    expect(await refusalOf(activate())).toMatchObject(taken);
    expect(await row()).toEqual(before);
  });

  test('is freed by another administrator than who asked last, where one is active', async ({
    bank,
    scene: { deactivate, ask, keep, free, wait, sent, users },
  }) => {
    await deactivate();
    const { user } = await makeAdmin(bank);
    const others = () => callerOf(bank, user).admin.users;
    await ask();
    wait();
    expect(await refusalOf(free())).toMatchObject({ status: 409, code: 'DOCUMENT_ASKED_BY_YOU' });
    await users().deactivate({ id: user.id, reason: 'Por um instante' });
    expect(await codeOf(free())).toBe('DOCUMENT_ASKED_BY_YOU');
    await users().activate({ id: user.id, reason: 'De volta' });
    await keep();
    await others().askDocumentFree(sent);
    wait();
    expect(await codeOf(others().freeDocument(sent))).toBe('DOCUMENT_ASKED_BY_YOU');
    expect(await free()).toMatchObject({ documentFreedAt: expect.any(String) });
  });

  test('is told to the former address while a change of the e-mail can be undone', async ({
    bank,
    scene: { browser, person, update, deactivate, ask, keep, free, lettersOf },
  }) => {
    await confirmEmail(bank, browser);
    await update({ email: 'outra@correio.example' });
    const token = await tokenSentTo(bank, 'outra@correio.example');
    await browser.ask((on) => on.confirmEmail({ token, password: PASSWORD }));
    await deactivate();
    await ask();
    await keep();
    await ask();
    const { protections } = bank.db.tables;
    await bank.db.transaction((tx) => tx.update(protections).set({ documentFreeFrom: bank.clock.real() }));
    await free();
    for (const kind of ['document_free_asked', 'document_kept', 'document_freed'])
      expect(new Set((await lettersOf(kind)).map(({ recipient }) => recipient))).toEqual(
        new Set([person.email]),
      );
  });
});

describe('freeing a document is refused', () => {
  test('to anybody but an administrator in a session, without a reason, and for who is no customer', async ({
    bank,
    ana,
    scene: { admin, user, deactivate, row },
  }) => {
    await deactivate();
    const before = await row();
    const actsOf = (
      { admin: { users } }: ReturnType<typeof callerOf>,
      sent: { id: string; reason: string },
    ) => settledCodes([users.askDocumentFree(sent), users.freeDocument(sent), users.keepDocument(sent)]);
    const sent = { id: user.id, reason: REASON };
    expect(new Set(await actsOf(callerOf(bank, null), sent))).toEqual(new Set(['UNAUTHENTICATED']));
    expect(new Set(await actsOf(ana.call, sent))).toEqual(new Set(['FORBIDDEN']));
    expect(new Set(await actsOf(tokenCallerOf(bank, admin.user), sent))).toEqual(
      new Set(['TOKEN_NOT_ALLOWED']),
    );
    for (const reason of ['', ' a ', 'x'.repeat(141)])
      expect(new Set(await actsOf(admin.call, { ...sent, reason }))).toEqual(new Set(['VALIDATION']));
    const other = await makeAdmin(bank);
    for (const id of ['nobody', other.user.id])
      expect(new Set(await actsOf(admin.call, { ...sent, id }))).toEqual(new Set(['NOT_FOUND']));
    expect(await row()).toEqual(before);
  });

  test('of an active customer, of one for whom nobody asked, and asked for twice', async ({
    bank,
    scene: { ask, free, keep, deactivate, row, user },
  }) => {
    // Left by a fault: an active customer's document stays all the same.
    await bank.db.transaction((tx) => setDocumentFreeFrom(tx, user.id, new Date(0)));
    for (const act of [ask, free])
      expect(await refusalOf(act())).toMatchObject({
        status: 409,
        code: 'USER_ALREADY_ACTIVE',
        error: 'O acesso deste cadastro está ativo: desative-o antes de liberar o documento',
      });
    await keep();
    await deactivate();
    expect(await settledCodes([free(), keep()])).toEqual([
      ...['DOCUMENT_FREE_NOT_ASKED', 'DOCUMENT_FREE_NOT_ASKED'],
    ]);
    await ask();
    expect(await codeOf(ask())).toBe('DOCUMENT_FREE_ASKED');
    expect(await row()).toMatchObject({ documentFreedAt: null });
  });
});

describe('at once', () => {
  test(
    '32 requests leave one, 32 acts take it back once, and 32 free it once',
    race(),
    async ({ bank, scene: { ask, keep, free, wait, deactivate, lettersOf } }) => {
      await deactivate();
      const once = async (act: () => Promise<unknown>, refusal: string) => {
        const codes = await settledCodes(Array.from({ length: 32 }, act));
        expect(codes.sort()).toEqual([...Array(31).fill(refusal), 'done']);
      };
      await once(ask, 'DOCUMENT_FREE_ASKED');
      expect(await lettersOf('document_free_asked')).toHaveLength(1);
      await once(keep, 'DOCUMENT_FREE_NOT_ASKED');
      expect(await lettersOf('document_kept')).toHaveLength(1);
      expect(await auditedChanges(bank, 'keep_document')).toHaveLength(1);
      await ask();
      wait();
      await once(free, 'DOCUMENT_FREED');
      expect(await auditedChanges(bank, 'free_document')).toHaveLength(1);
    },
  );

  test(
    'the document goes to its owner or back to the old record, not to both',
    race(),
    async ({ scene: { ask, free, wait, deactivate, activate, registers, row } }) => {
      await deactivate();
      await ask();
      wait();
      await free();
      const [registered, activated] = await settledCodes([registers(), activate()]);
      expect([registered, activated]).toContain('done');
      expect([registered, activated]).not.toEqual(['done', 'done']);
      expect(await row()).toMatchObject({ isActive: activated === 'done' });
    },
  );
});
