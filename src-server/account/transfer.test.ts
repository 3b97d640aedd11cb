import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { raceTest } from '#db/testing/race-test';
import { balanceOf } from '#server/ledger/statement';
import { verifyLedger } from '#server/ledger/verify';
import { test } from '#server/testing/bank-test';
import { callerOf, freeze, makeCustomer, openBankWithTwo, openFor } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { freezeSlowly } from './testing/slow-freeze.ts';

describe('a transfer', () => {
  test('a transfer moves money, tells the receiver, is audited, and both statements agree', async ({
    bank,
    ana,
    bruno,
  }) => {
    bank.clock.set('2026-03-11T15:30:00-03:00');
    const answer = await ana.call.account.transfer({
      accountNumber: bruno.accountNumber,
      amount: '40.25',
      description: ' Aluguel  de\nmarço ',
    });
    expect(answer).toEqual({
      id: expect.any(String),
      type: 'transfer',
      status: 'done',
      amount: '40.25',
      description: 'Aluguel de março',
      from: { accountNumber: ana.accountNumber, name: 'Ana Moreira', document: '***.982.247-**' },
      to: { accountNumber: bruno.accountNumber, name: 'Bruno Nogueira', document: '***.159.265-**' },
      balanceAfter: '59.75',
      authCode: expect.stringMatching(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){4}$/),
      endToEndId: null,
      createdAt: '2026-03-11T18:30:00.000Z',
    });

    const sent = (await ana.call.account.ledger({})).entries[0];
    const received = (await bruno.call.account.ledger({})).entries[0];
    expect(sent).toMatchObject({
      transactionId: answer.id,
      accountId: ana.accountId,
      type: 'transfer',
      amount: '40.25',
      isDebit: true,
      balanceAfter: '59.75',
      description: 'Aluguel de março',
      createdAt: answer.createdAt,
      counterparty: {
        name: 'Bruno Nogueira',
        document: '***.159.265-**',
        accountNumber: bruno.accountNumber,
      },
    });
    expect(received).toMatchObject({
      transactionId: answer.id,
      accountId: bruno.accountId,
      amount: '40.25',
      isDebit: false,
      balanceAfter: '40.25',
      counterparty: {
        name: 'Ana Moreira',
        document: '***.982.247-**',
        accountNumber: ana.accountNumber,
      },
    });

    const { outbox, notifications, auditLog } = bank.db.tables;
    expect(await bank.db.select().from(notifications)).toMatchObject([
      {
        userId: bruno.user.id,
        kind: 'transfer_received',
        title: expect.stringMatching(/^Você recebeu R\$\s40,25$/),
        text: expect.stringMatching(/^De Ana Moreira: /),
        createdAt: new Date(answer.createdAt),
      },
    ]);
    const mails = await bank.db.select().from(outbox);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      kind: 'transfer_received',
      recipient: `${bruno.user.id}@correio.example`,
      createdAt: new Date(answer.createdAt),
    });
    expect(mails[0]?.text).toContain('Ana Moreira');
    expect(mails[0]?.text).not.toContain('52998224725');
    const audited = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'transfer'));
    expect(audited).toHaveLength(1);
    expect(audited[0]).toMatchObject({
      userId: ana.user.id,
      entityType: 'transaction',
      entityId: answer.id,
      changes: JSON.stringify({ amount: '40.25', to: bruno.accountNumber }),
    });
  });

  test('a transfer accepts a number without dash, and a savings account', async ({ bank, ana, bruno }) => {
    const savings = await openFor(bank, bruno.user, 'savings');
    for (const accountNumber of [bruno.accountNumber.replace('-', ''), savings.accountNumber]) {
      const { status } = await ana.call.account.transfer({ accountNumber, amount: 1, description: 'Teste' });
      expect(status).toBe('done');
    }
    expect(await balanceOf(bank.db, savings.id)).toBe(100);
  });

  test('a transfer remembers a person by CPF and a company by CNPJ', async ({ bank, ana, bruno }) => {
    const company = await makeCustomer(bank, { fullName: 'Empresa', cnpj: '12ABC34501DE35' });
    for (const { accountNumber } of [bruno, company])
      await ana.call.account.transfer({ accountNumber, amount: 1, description: 'Teste' });
    const rows = await bank.db.select().from(bank.db.tables.recipients);
    expect(rows.map(({ document }) => document).sort()).toEqual(['12ABC34501DE35', '31415926590']);
  });

  test('a transfer’s e-mail contains no markup of a name or description', async ({ bank, bruno, admin }) => {
    const mallory = await makeCustomer(bank, { fullName: '<b>Eva & "Cia"' });
    await admin.call.admin.accounts.adjust({ id: mallory.accountId, amount: 10, reason: 'Depósito' });
    await mallory.call.account.transfer({
      accountNumber: bruno.accountNumber,
      amount: 10,
      description: '<img src=x>',
    });
    const { outbox } = bank.db.tables;
    const [mail] = await bank.db.select().from(outbox).where(eq(outbox.kind, 'transfer_received'));
    expect(mail?.html).toContain('&lt;b&gt;Eva &amp; &quot;Cia&quot;');
    expect(mail?.html).not.toContain('<img');
    expect(mail?.text).toContain('<img src=x>');
  });
});

describe('refused transfers', () => {
  const good = { amount: '1.00', description: 'Teste' };

  test('a transfer is refused to administrators and without a sign-in', async ({ bank, bruno, admin }) => {
    const input = { ...good, accountNumber: bruno.accountNumber };
    expect(await refusalOf(callerOf(bank, null).account.transfer(input))).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
    expect(await refusalOf(admin.call.account.transfer(input))).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
  });

  test('a transfer is refused to unknown, inactive and own accounts', async ({ bank, ana, bruno }) => {
    const to = (accountNumber: string) => refusalOf(ana.call.account.transfer({ ...good, accountNumber }));
    const unknown = { status: 404, code: 'DESTINATION_NOT_FOUND', error: 'Conta de destino não encontrada' };
    expect(await to('x')).toEqual(unknown);
    expect(await to("1' OR 1=1")).toEqual(unknown);
    expect(await to('1234-56789')).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(await to('9999-9999')).toEqual(unknown);
    const bankAccounts = (await bank.db.select().from(bank.db.tables.accounts)).filter(
      (row) => row.bankAccount,
    );
    expect(bankAccounts.length).toBeGreaterThan(0);
    for (const { accountNumber } of bankAccounts)
      expect((await to(accountNumber)).status).toBeGreaterThanOrEqual(400);
    for (const kind of ['external', 'investment'] as const) {
      expect(await to((await openFor(bank, bruno.user, kind)).accountNumber)).toEqual(unknown);
    }
    expect(await to(ana.accountNumber)).toEqual({
      status: 409,
      code: 'SAME_ACCOUNT',
      error: 'Não é possível transferir para a própria conta',
    });
    await freeze(bank, bruno.accountId);
    expect(await to(bruno.accountNumber)).toEqual({
      status: 409,
      code: 'DESTINATION_INACTIVE',
      error: 'Conta de destino inativa',
    });
    await freeze(bank, ana.accountId);
    for (const number of [bruno.accountNumber, '9999-9999'])
      expect(await to(number)).toMatchObject({ status: 409, code: 'ACCOUNT_INACTIVE' });
    expect(await balanceOf(bank.db, ana.accountId)).toBe(10_000);
  });

  test('a transfer above the balance is refused, and leaves nothing behind', async ({ bank, ana, bruno }) => {
    const before = await bank.db.$count(bank.db.tables.auditLog);
    const input = { ...good, accountNumber: bruno.accountNumber, amount: '100.01', idempotencyKey: 'k' };
    expect(await refusalOf(ana.call.account.transfer(input))).toEqual({
      status: 409,
      code: 'INSUFFICIENT_FUNDS',
      error: 'Saldo insuficiente',
    });
    expect(await bank.db.$count(bank.db.tables.auditLog)).toBe(before);
    expect(await bank.db.$count(bank.db.tables.outbox)).toBe(0);
    expect(await bank.db.$count(bank.db.tables.notifications)).toBe(0);
    expect(await bank.db.$count(bank.db.tables.idempotency)).toBe(0);
    expect((await ana.call.account.transfer({ ...input, amount: '100.00' })).balanceAfter).toBe('0.00');
  });

  test('a transfer with wrong input is refused, each field with its message', async ({ ana, bruno }) => {
    const transfer = (input: unknown) =>
      refusalOf(ana.call.account.transfer(input as Parameters<typeof ana.call.account.transfer>[0]));
    expect(await transfer({ accountNumber: '', amount: 0, description: 'ab' })).toEqual({
      status: 400,
      code: 'VALIDATION',
      error: 'Número da conta é obrigatório, Valor deve ser maior que zero, Descrição é obrigatória',
      fields: {
        accountNumber: 'Número da conta é obrigatório',
        amount: 'Valor deve ser maior que zero',
        description: 'Descrição é obrigatória',
      },
    });
    for (const amount of ['0.001', '1,50', '1e2', true, [], '', null, -1, 1e300]) {
      const { status, fields } = await transfer({ ...good, accountNumber: bruno.accountNumber, amount });
      expect({ status, field: Object.keys(fields ?? {}) }).toEqual({ status: 400, field: ['amount'] });
    }
    for (const input of [undefined, null, [], 'x', 1]) expect((await transfer(input)).status).toBe(400);
    const long = { ...good, accountNumber: bruno.accountNumber, idempotencyKey: 'x'.repeat(256) };
    expect((await transfer(long)).fields).toEqual({ idempotencyKey: 'Chave de idempotência inválida' });
  });
});

describe('repeated transfers', () => {
  test('a transfer repeated with one key moves money once, also concurrently', {
    tags: ['postgres'],
  }, async ({ bank, ana, bruno }) => {
    const input = {
      accountNumber: bruno.accountNumber,
      amount: '10.00',
      description: 'Uma vez só',
      idempotencyKey: 'chave',
    };
    const answers = await Promise.all(Array.from({ length: 8 }, () => ana.call.account.transfer(input)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await ana.call.account.transfer(input)).toEqual(answers[0]);
    expect(await balanceOf(bank.db, bruno.accountId)).toBe(1_000);
    expect(await bank.db.$count(bank.db.tables.outbox)).toBe(1);
    expect(await bank.db.$count(bank.db.tables.notifications)).toBe(1);

    const other = refusalOf(ana.call.account.transfer({ ...input, amount: '10.01' }));
    expect(await other).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    // Keys are per user.
    const back = { ...input, accountNumber: ana.accountNumber, amount: '2.00' };
    expect((await bruno.call.account.transfer(back)).balanceAfter).toBe('8.00');
  });

  test('a transfer repeated without a key moves money twice', async ({ bank, ana, bruno }) => {
    const input = { accountNumber: bruno.accountNumber, amount: '10.00', description: 'Duas vezes' };
    await ana.call.account.transfer(input);
    await ana.call.account.transfer(input);
    expect(await balanceOf(bank.db, bruno.accountId)).toBe(2_000);
  });
});

describe('concurrent transfers', () => {
  raceTest('of 64 concurrent transfers of the whole balance exactly one succeeds', async () => {
    const { bank, ana, bruno } = await openBankWithTwo();
    const input = { accountNumber: bruno.accountNumber, amount: '100.00', description: 'Tudo' };
    const codes = await settledCodes(Array.from({ length: 64 }, () => ana.call.account.transfer(input)));
    expect(codes.sort()).toEqual([...Array(63).fill('INSUFFICIENT_FUNDS'), 'done']);
    expect(await balanceOf(bank.db, ana.accountId)).toBe(0);
    expect(await balanceOf(bank.db, bruno.accountId)).toBe(10_000);
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  });

  raceTest('concurrent transfers both ways neither deadlock nor lose a cent', async () => {
    const { bank, ana, bruno, admin } = await openBankWithTwo();
    await admin.call.admin.accounts.adjust({ id: bruno.accountId, amount: 100, reason: 'Depósito' });
    await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const [from, to] = index % 2 ? [ana, bruno] : [bruno, ana];
        return from.call.account.transfer({
          accountNumber: to.accountNumber,
          amount: '1.00',
          description: 'Vai e volta',
        });
      }),
    );
    expect(await balanceOf(bank.db, ana.accountId)).toBe(10_000);
    expect(await balanceOf(bank.db, bruno.accountId)).toBe(10_000);
  });

  raceTest('a transfer waits for a freeze that is being committed, on either side', async () => {
    const { bank, ana, bruno } = await openBankWithTwo();
    const carla = await makeCustomer(bank);
    for (const [frozen, to, code] of [
      [bruno, bruno, 'DESTINATION_INACTIVE'],
      [ana, carla, 'ACCOUNT_INACTIVE'],
    ] as const) {
      const { written, freezing } = freezeSlowly(bank, frozen.accountId);
      await written;
      // On PostgreSQL this still sees both accounts active, and then waits for the locks.
      const input = { accountNumber: to.accountNumber, amount: '1.00', description: 'Antes ou nunca' };
      expect(await codeOf(ana.call.account.transfer(input))).toBe(code);
      await freezing;
    }
    expect(await balanceOf(bank.db, ana.accountId)).toBe(10_000);
  });
});
