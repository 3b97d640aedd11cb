import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { TWO_FACTOR_UNDO_SECONDS } from '#domain/limits';
import { DUMMY_HASH } from '#server/auth/password';
import { accountNumberCandidates, openAccount } from '#server/ledger/open-account';
import { balanceOf } from '#server/ledger/statement';
import { adjust } from '#server/ledger/testing/bank';
import { openBody } from '#server/outbox/sealed';
import { test as bankTest } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { profileScene, signedInAdmin, tokenSentTo } from '../testing/profile-scene.ts';

const close = (browser: Browser, sent: object = {}) =>
  browser.ask((caller) =>
    caller.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR', ...sent } as never),
  );

async function scene() {
  const found = await profileScene();
  const { bank, user } = found;
  const { accounts, users } = bank.db.tables;
  const [account] = await bank.db.select().from(accounts).where(eq(accounts.userId, user.id));
  if (!account) throw new Error('customer has no account');
  const row = async () => (await bank.db.select().from(users).where(eq(users.id, user.id)))[0];
  return { ...found, account, row };
}

const test = bankTest.extend('scene', () => scene());

describe('refused closures', () => {
  test('closing is refused to administrators and to anybody not signed in', async ({ scene: { bank } }) => {
    const { browser: admin } = await signedInAdmin(bank);
    expect(await codeOf(close(new Browser(bank)))).toBe('UNAUTHENTICATED');
    expect(await codeOf(close(admin))).toBe('FORBIDDEN');
  });

  test('closing is refused without the confirmation word, or with a wrong password', async ({
    scene: { browser, row },
  }) => {
    expect(await refusalOf(close(browser, { confirmation: 'encerrar' }))).toMatchObject({
      status: 400,
      fields: { confirmation: 'Digite ENCERRAR para confirmar' },
    });
    expect((await refusalOf(close(browser, { password: '' }))).fields).toEqual({
      password: 'Senha é obrigatória',
    });
    expect(await refusalOf(close(browser, { password: 'não é esta' }))).toMatchObject({
      status: 400,
      code: 'INVALID_PASSWORD',
    });
    expect(await row()).toMatchObject({ isActive: true, closedAt: null });
  });

  test('closing is refused while there is money in an account, and says to transfer it', async ({
    scene: { bank, browser, account, row },
  }) => {
    await adjust(bank.db, account.id, 1_050);
    expect(await refusalOf(close(browser))).toEqual({
      status: 409,
      code: 'NOT_CLOSABLE',
      error: `A conta ${account.accountNumber} tem R$\u00a010,50: transfira o saldo antes de encerrar.`,
    });
    expect(await row()).toMatchObject({ isActive: true, closedAt: null });
    await adjust(bank.db, account.id, -1_050);
    await close(browser);
    expect(await row()).toMatchObject({ isActive: false });
  });

  test('closing is refused while money is invested, and says to redeem it', async ({
    scene: { bank, browser, user },
  }) => {
    const candidates = accountNumberCandidates();
    const createdAt = bank.clock.now();
    const invested = await bank.db.transaction((tx) =>
      openAccount(tx, { userId: user.id, accountType: 'investment', candidates, createdAt }),
    );
    await adjust(bank.db, invested.id, 5_000);
    expect((await refusalOf(close(browser))).error).toBe(
      `A conta ${invested.accountNumber} tem R$\u00a050,00: resgate o que está investido antes de encerrar.`,
    );
  });

  test('closing is refused while there is money in the external account, without its number', async ({
    scene: { bank, browser, user },
  }) => {
    const candidates = accountNumberCandidates();
    const createdAt = bank.clock.now();
    const external = await bank.db.transaction((tx) =>
      openAccount(tx, { userId: user.id, accountType: 'external', candidates, createdAt }),
    );
    await adjust(bank.db, external.id, 5_000);
    expect((await refusalOf(close(browser))).error).toBe(
      'Sua conta PIX tem R$\u00a050,00: mova o saldo para a conta corrente antes de encerrar.',
    );
  });

  test('closing is refused while a feature reports an obstacle, and names all of them', async ({
    scene: { bank, browser, account, user, row },
  }) => {
    const asked: string[] = [];
    bank.registry.closureObstacles.push(
      async (_tx, userId) => {
        asked.push(userId);
        return ['Quite o crédito em aberto.'];
      },
      async () => ['Resgate os investimentos.'],
    );
    await adjust(bank.db, account.id, 1_050);
    const all = [
      `A conta ${account.accountNumber} tem R$\u00a010,50: transfira o saldo antes de encerrar.`,
      'Quite o crédito em aberto.',
      'Resgate os investimentos.',
    ];
    expect(await browser.ask((caller) => caller.closureObstacles())).toEqual(all);
    expect(await refusalOf(close(browser))).toMatchObject({
      code: 'NOT_CLOSABLE',
      error: all.join(' '),
    });
    expect(asked).toEqual([user.id, user.id]);
    expect(await row()).toMatchObject({ isActive: true });
  });
});

describe('closing while an undo link is open', () => {
  const NEW = 'nova@correio.example';
  const undo = async (bank: TestBank, recipient: string, path: string) => {
    const { outbox } = bank.db.tables;
    const sent = await bank.db.select().from(outbox).where(eq(outbox.recipient, recipient));
    const texts = sent.map((letter) => openBody(bank.keys, letter).text).join('\n');
    return new RegExp(`${path}\\?token=([\\w-]{43})$`, 'm').exec(texts)?.[1] ?? '';
  };

  test('closing is refused for 72 hours while a link can undo a change of e-mail', async ({
    scene: { bank, browser, person, row, update },
  }) => {
    await update({ email: NEW });
    const token = await tokenSentTo(bank, NEW);
    await browser.ask((caller) => caller.confirmEmail({ token, password: PASSWORD }));
    const refused = await refusalOf(close(browser));
    expect(refused).toMatchObject({ status: 409, code: 'NOT_CLOSABLE' });
    expect(refused.error).toMatch(
      /^A troca do seu e-mail ainda pode ser desfeita: espere até .+ para encerrar\.$/,
    );
    const link = await undo(bank, person.email, '/desfazer-email');
    await new Browser(bank).ask((caller) => caller.undoEmailChange({ token: link }));
    expect(await row()).toMatchObject({ isActive: true, email: person.email });
  });

  test('closing is refused while a link can turn a second factor off, and allowed afterwards', async ({
    scene: { bank, browser, person, user, row },
  }) => {
    const { app } = await enableTwoFactor(browser);
    expect((await refusalOf(close(browser))).error).toMatch(
      /^A ativação dos dois fatores ainda pode ser desfeita/,
    );
    expect(await row()).toMatchObject({ isActive: true });
    bank.clock.passSeconds(TWO_FACTOR_UNDO_SECONDS);
    const later = new Browser(bank);
    await later.givePassword(person.cpf, PASSWORD);
    await later.ask((caller) => caller.twoFactor.validate({ userId: user.id, token: app.nextCode() }));
    await close(later);
    expect(await row()).toMatchObject({ isActive: false });
  });
});

describe('closing', () => {
  test('closing keeps name and document, and anonymises what no law keeps', async ({
    scene: { bank, browser, user, account, row, update },
  }) => {
    await update({ email: 'nova@correio.example', complement: 'Apto 2' });
    const before = await row();
    expect(await close(browser)).toEqual({ success: true });
    const cleared = {
      pendingEmail: null,
      phone: null,
      rg: null,
      occupation: null,
      monthlyIncomeCents: null,
      street: null,
      number: null,
      complement: null,
      neighborhood: null,
      city: null,
      state: null,
      zipCode: null,
      totpSecret: null,
    };
    expect(await row()).toEqual({
      ...before,
      ...cleared,
      username: expect.not.stringContaining(user.id),
      email: expect.not.stringContaining(user.id),
      passwordHash: DUMMY_HASH,
      isActive: false,
      inactiveReason: 'Encerramento pedido pelo titular',
      documentFreedAt: bank.clock.now(),
      closedAt: bank.clock.now(),
    });
    const { accounts } = bank.db.tables;
    const [closed] = await bank.db.select().from(accounts).where(eq(accounts.id, account.id));
    expect(closed).toMatchObject({ isActive: false, accountNumber: account.accountNumber });
  });

  test('closing removes every access: session, password, links', async ({
    scene: { bank, browser, person, user, update },
  }) => {
    await update({ email: 'nova@correio.example' });
    const token = await tokenSentTo(bank, 'nova@correio.example');
    const elsewhere = new Browser(bank);
    await elsewhere.login(person.cpf, PASSWORD);
    await close(browser);
    expect(browser.cookies.has('session')).toBe(false);
    expect(await codeOf(elsewhere.me())).toBe('UNAUTHENTICATED');
    expect(await codeOf(new Browser(bank).login(person.cpf, PASSWORD))).toBe('INVALID_CREDENTIALS');
    expect(
      await codeOf(new Browser(bank).ask((caller) => caller.confirmEmail({ token, password: PASSWORD }))),
    ).toBe('EMAIL_LINK_INVALID');
    const { tables } = bank.db;
    for (const table of [tables.sessions, tables.emailChanges, tables.notifications, tables.accessTokens])
      expect(await bank.db.$count(table, eq(table.userId, user.id))).toBe(0);
  });

  test('closing is audited and reported by e-mail; the address may be registered again, the document of a used account may not', async ({
    scene: { bank, browser, person, user, account },
  }) => {
    await adjust(bank.db, account.id, 1_050);
    await adjust(bank.db, account.id, -1_050);
    await close(browser);
    const { auditLog, outbox } = bank.db.tables;
    const [row] = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'delete_user'));
    expect(row).toMatchObject({ userId: user.id, entityId: user.id, entityType: 'user' });
    expect(JSON.parse(row?.changes ?? '')).toEqual({
      isActive: { from: true, to: false },
      accountIds: [account.id],
      reason: 'Encerramento pedido pelo titular',
    });
    const [told] = await bank.db.select().from(outbox).where(eq(outbox.kind, 'account_closed'));
    expect(told).toMatchObject({ recipient: person.email });
    await new Browser(bank).register(newPerson({ email: person.email, username: person.username }));
    expect(await codeOf(new Browser(bank).register(newPerson({ cpf: person.cpf })))).toBe(
      'ALREADY_REGISTERED',
    );
  });
});

test(
  'of sixteen concurrent closures of one account exactly one succeeds',
  race(),
  async ({ scene: { bank, browser } }) => {
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, () =>
        close(browser).then(
          () => 'closed',
          () => 'refused',
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'closed')).toHaveLength(1);
    const { auditLog, outbox } = bank.db.tables;
    expect(await bank.db.$count(auditLog, eq(auditLog.action, 'delete_user'))).toBe(1);
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'account_closed'))).toBe(1);
  },
);

test(
  'money that arrives during a closure keeps the account open, or is refused',
  race(),
  async ({ scene: closing }) => {
    const { bank } = closing;
    const call = caller(bank);
    const payer = await profileScene(bank);
    const { accounts } = bank.db.tables;
    const [purse] = await bank.db.select().from(accounts).where(eq(accounts.userId, payer.user.id));
    await adjust(bank.db, purse?.id ?? '', 10_000);
    const cookie = [...payer.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const pay = () =>
      call(
        'POST',
        '/api/transfers',
        { accountNumber: closing.account.accountNumber, amount: '1.00', description: 'Presente' },
        { cookie, 'x-requested-with': 'test' },
      );
    const [, ...paid] = await Promise.all([
      close(closing.browser).catch(() => undefined),
      ...Array.from({ length: 12 }, pay),
    ]);
    const came = paid.filter(({ status }) => status === 201).length;
    expect(paid.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(await balanceOf(bank.db, closing.account.id)).toBe(came * 100);
    expect((await closing.row())?.isActive).toBe(came > 0);
  },
);
