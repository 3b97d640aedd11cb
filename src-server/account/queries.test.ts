/** @module-tag postgres */
import { describe, expect } from 'vitest';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import { test } from '#server/testing/bank-test';
import { callerOf, freeze, makeCustomer, type openBankWithTwo, openFor } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';

type Two = Awaited<ReturnType<typeof openBankWithTwo>>;
const send = ({ ana, bruno }: Two, amount: string, description = 'Teste') =>
  ana.call.account.transfer({ accountNumber: bruno.accountNumber, amount, description });

describe('accounts', () => {
  test('customers see their own accounts, checking first, without the external account', async ({
    bank,
    ana,
    bruno,
  }) => {
    await openFor(bank, bruno.user, 'external');
    const investment = await openFor(bank, bruno.user, 'investment');
    expect(await ana.call.account.list()).toEqual({
      accounts: [
        {
          id: ana.accountId,
          userId: ana.user.id,
          accountNumber: ana.accountNumber,
          accountType: 'checking',
          balance: '100.00',
          isActive: true,
          createdAt: '2026-03-10T15:00:00.000Z',
        },
      ],
      nextCursor: null,
      totals: { count: 1, balance: '100.00' },
    });
    const own = await bruno.call.account.list({ limit: 1, q: 'ninguém', active: false });
    expect(own.accounts.map(({ id, balance }) => [id, balance])).toEqual([
      [bruno.accountId, '0.00'],
      [investment.id, '0.00'],
    ]);
    expect(await codeOf(callerOf(bank, null).account.list())).toBe('UNAUTHENTICATED');
  });

  test('an administrator sees every customer’s accounts, with holders, never the bank’s own', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    await openFor(bank, bruno.user, 'external');
    const listed = await admin.call.account.list();
    expect(listed.accounts.map(({ id, holder, balance }) => ({ id, holder, balance }))).toEqual([
      { id: bruno.accountId, holder: { id: bruno.user.id, name: 'Bruno Nogueira' }, balance: '0.00' },
      { id: ana.accountId, holder: { id: ana.user.id, name: 'Ana Moreira' }, balance: '100.00' },
    ]);
    expect(listed).toMatchObject({ nextCursor: null, totals: { count: 2, balance: '100.00' } });
  });
});

describe('the statement', () => {
  test('the statement of another customer, of the external account or of an unknown account is not found', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    const external = await openFor(bank, ana.user, 'external');
    for (const accountId of [bruno.accountId, external.id, 'x']) {
      expect(await refusalOf(ana.call.account.ledger({ accountId }))).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      });
    }
    expect((await ana.call.account.ledger({ accountId: ana.accountId })).entries).toHaveLength(1);
    expect((await bruno.call.account.ledger({})).entries).toEqual([]);
    expect(await codeOf(callerOf(bank, null).account.ledger({}))).toBe('UNAUTHENTICATED');
    expect(await codeOf(admin.call.account.ledger({}))).toBe('FORBIDDEN');
    for (const cursor of ['x', '1;2', '-1', '1.', ' 1']) {
      expect(await refusalOf(ana.call.account.ledger({ cursor }))).toMatchObject({
        status: 400,
        code: 'VALIDATION',
      });
    }
  });

  test('the statement of the external account is given on request, and is empty before the account exists', async ({
    bank,
    ana,
    bruno,
  }) => {
    expect(await ana.call.account.ledger({ account: 'external' })).toEqual({ entries: [], nextCursor: null });
    const external = await openFor(bank, ana.user, 'external');
    await bank.db.transaction(async (tx) =>
      post(tx, {
        type: 'deposit',
        description: 'PIX recebido',
        createdAt: bank.clock.now(),
        actorId: null,
        entries: [
          { accountId: external.id, amountCents: 700 },
          { accountId: await bankAccountId(tx, 'provider_cash'), amountCents: -700 },
        ],
      }),
    );
    const { entries } = await ana.call.account.ledger({ account: 'external' });
    expect(entries).toMatchObject([{ description: 'PIX recebido', amount: '7.00', balanceAfter: '7.00' }]);
    expect((await ana.call.account.ledger({})).entries).toHaveLength(1);
    expect((await bruno.call.account.ledger({ account: 'external' })).entries).toEqual([]);
  });

  test('the statement is filtered by day, word, type and direction', async ({ setup }) => {
    const { bank, ana, bruno } = setup;
    bank.clock.set('2026-03-12T23:59:59-03:00');
    await send(setup, '5.00', 'Café da manhã');
    bank.clock.set('2026-03-13T00:00:00-03:00');
    await send(setup, '7.00', 'Pão de queijo');
    bank.clock.set('2026-03-14T10:00:00-03:00');
    await bruno.call.account.transfer({
      accountNumber: ana.accountNumber,
      amount: '2.00',
      description: 'Troco',
    });
    const found = async (filters: Parameters<typeof ana.call.account.ledger>[0]) =>
      (await ana.call.account.ledger(filters)).entries.map((entry) => entry.description);
    expect(await found({})).toEqual(['Troco', 'Pão de queijo', 'Café da manhã', 'Depósito inicial']);
    expect(await found({ from: '2026-03-13', to: '2026-03-13' })).toEqual(['Pão de queijo']);
    expect(await found({ to: '2026-03-12' })).toEqual(['Café da manhã', 'Depósito inicial']);
    expect(await found({ from: '2026-03-14', to: '2026-03-01' })).toEqual([]);
    expect(await found({ q: 'pao de' })).toEqual(['Pão de queijo']);
    expect(await found({ q: '%' })).toEqual([]);
    expect(await found({ type: 'deposit' })).toEqual(['Depósito inicial']);
    expect(await found({ direction: 'in' })).toEqual(['Troco', 'Depósito inicial']);
    expect(await found({ direction: 'out', q: 'bruno' })).toEqual(['Pão de queijo', 'Café da manhã']);
  });

  test('the statement has the total balance at the end of each day shown, whatever the filter', async ({
    setup,
  }) => {
    const { bank, ana, admin } = setup;
    const savings = await openFor(bank, ana.user, 'savings');
    bank.clock.set('2026-03-12T23:59:59-03:00');
    await send(setup, '5.00');
    await admin.call.admin.accounts.adjust({ id: savings.id, amount: '20.00', reason: 'Guardado' });
    bank.clock.set('2026-03-13T00:00:00-03:00');
    await send(setup, '7.00');
    const asked = { withDayBalances: true, type: 'transfer' } as const;
    expect((await ana.call.account.ledger(asked)).dayBalances).toEqual([
      { day: '2026-03-13', balance: '108.00' },
      { day: '2026-03-12', balance: '115.00' },
    ]);
    const own = await ana.call.account.ledger({ ...asked, accountId: ana.accountId, limit: 1 });
    expect(own.dayBalances).toEqual([{ day: '2026-03-13', balance: '88.00' }]);
    expect(await ana.call.account.ledger({})).not.toHaveProperty('dayBalances');
  });

  test('statement pages have no gap and no repetition while new entries arrive', async ({ setup }) => {
    const { ana } = setup;
    for (let number = 1; number <= 12; number += 1) await send(setup, '1.00', `Envio ${number}`);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Awaited<ReturnType<typeof ana.call.account.ledger>> = await ana.call.account.ledger({
        limit: 5,
        cursor,
      });
      seen.push(...page.entries.map((entry) => entry.description));
      cursor = page.nextCursor ?? undefined;
      await send(setup, '1.00', 'Chegou depois');
    } while (cursor);
    const expected = Array.from({ length: 12 }, (_, index) => `Envio ${12 - index}`);
    expect(seen).toEqual([...expected, 'Depósito inicial']);
  });
});

describe('the look-up of an account’s holder', () => {
  test('the look-up of a holder returns the name and the masked CPF, or the whole CNPJ', async ({
    bank,
    ana,
    bruno,
  }) => {
    expect(await ana.call.account.lookup({ accountNumber: bruno.accountNumber })).toEqual({
      name: 'Bruno Nogueira',
      document: '***.159.265-**',
      accountNumber: bruno.accountNumber,
    });
    const company = await makeCustomer(bank, { fullName: 'Empresa', cnpj: '12ABC34501DE35' });
    expect(await ana.call.account.lookup({ accountNumber: company.accountNumber })).toMatchObject({
      document: '12.ABC.345/01DE-35',
    });
  });

  test('the look-up of a holder is refused to administrators, to anybody not signed in, and for accounts that cannot receive', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    const input = { accountNumber: bruno.accountNumber };
    expect(await codeOf(callerOf(bank, null).account.lookup(input))).toBe('UNAUTHENTICATED');
    expect(await codeOf(admin.call.account.lookup(input))).toBe('FORBIDDEN');
    expect(await codeOf(ana.call.account.lookup({ accountNumber: '0000-0000' }))).toBe(
      'DESTINATION_NOT_FOUND',
    );
    expect(await codeOf(ana.call.account.lookup({ accountNumber: '' }))).toBe('VALIDATION');
    await freeze(bank, bruno.accountId);
    expect(await codeOf(ana.call.account.lookup(input))).toBe('DESTINATION_INACTIVE');
  });

  test('the look-up of a holder is limited to 30 a minute for each caller, failed ones included', async ({
    bank,
    ana,
    bruno,
  }) => {
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      expect(await codeOf(ana.call.account.lookup({ accountNumber: '0000-0000' }))).toBe(
        'DESTINATION_NOT_FOUND',
      );
    }
    const input = { accountNumber: bruno.accountNumber };
    expect(await refusalOf(ana.call.account.lookup(input))).toMatchObject({
      status: 429,
      code: 'TOO_MANY_ATTEMPTS',
    });
    expect(await bruno.call.account.lookup({ accountNumber: ana.accountNumber })).toMatchObject({
      name: 'Ana Moreira',
    });
    bank.clock.passSeconds(61);
    expect(await ana.call.account.lookup(input)).toMatchObject({ name: 'Bruno Nogueira' });
  });
});

describe('recent recipients', () => {
  test('recent recipients are the last five accounts sent to, each once, the latest first, without those that cannot receive', async ({
    setup,
  }) => {
    const { bank, ana, bruno, admin } = setup;
    expect(await ana.call.account.recipients()).toEqual([]);
    await send(setup, '1.00');
    const others = [];
    for (let index = 0; index < 6; index += 1) {
      bank.clock.passSeconds(1);
      const other = await makeCustomer(bank, { fullName: `Pessoa ${index}` });
      await ana.call.account.transfer({
        accountNumber: other.accountNumber,
        amount: 1,
        description: 'Teste',
      });
      others.push(other);
    }
    bank.clock.passSeconds(1);
    await send(setup, '1.00');
    await freeze(bank, others[4]?.accountId ?? '');
    const names = (await ana.call.account.recipients()).map((holder) => holder.name);
    expect(names).toEqual(['Bruno Nogueira', 'Pessoa 5', 'Pessoa 3', 'Pessoa 2', 'Pessoa 1']);
    expect((await ana.call.account.recipients())[0]).toMatchObject({
      name: 'Bruno Nogueira',
      document: '***.159.265-**',
      accountNumber: bruno.accountNumber,
    });
    expect(await bruno.call.account.recipients()).toEqual([]);
    expect(await codeOf(admin.call.account.recipients())).toBe('FORBIDDEN');
    expect(await codeOf(callerOf(bank, null).account.recipients())).toBe('UNAUTHENTICATED');
  });
});

describe('the summary of a month', () => {
  test('the summary of a month has its income and expenses by days of São Paulo', async ({ setup }) => {
    const { bank, ana, admin } = setup;
    bank.clock.set('2026-03-31T23:59:59-03:00');
    await send(setup, '30.10');
    bank.clock.set('2026-04-01T00:00:00-03:00');
    await send(setup, '9.90');
    expect(await ana.call.account.monthSummary({})).toEqual({
      month: '2026-04',
      opening: '69.90',
      income: '0.00',
      expense: '9.90',
      net: '-9.90',
      neutral: '0.00',
      closing: '60.00',
    });
    expect(await ana.call.account.monthSummary({ month: '2026-03' })).toEqual({
      month: '2026-03',
      opening: '0.00',
      income: '100.00',
      expense: '30.10',
      net: '69.90',
      neutral: '0.00',
      closing: '69.90',
    });
    expect(await codeOf(ana.call.account.monthSummary({ month: '2026-13' }))).toBe('VALIDATION');
    expect(await codeOf(admin.call.account.monthSummary({}))).toBe('FORBIDDEN');
    expect(await codeOf(callerOf(bank, null).account.monthSummary({}))).toBe('UNAUTHENTICATED');
  });
});
