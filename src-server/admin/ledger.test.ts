/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { testEngine } from '#db/testing/test-db';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { bankAccountId } from '#server/ledger/bank-account';
import { send } from '#server/ledger/testing/bank';
import { test as bankTest } from '#server/testing/bank-test';
import { makeAdmin, openBankWithTwo, tokenCallerOf } from '#server/testing/people';
import { plansDuring } from '#server/testing/plans-during';
import { codeOf } from '#server/testing/refusal-of';

/** Ana has received 100.00; she sends Bruno 40.00, 7.50 and 2.50 on three days. */
async function scene() {
  const { bank, ana, bruno } = await openBankWithTwo();
  const send = (amount: string, description: string) =>
    ana.call.account.transfer({ accountNumber: bruno.accountNumber, amount, description });
  const days: [string, string, string][] = [
    ['2026-03-11', '40.00', 'Aluguel de março'],
    ['2026-03-12', '7.50', '=SOMA(A1)'],
    ['2026-03-13', '2.50', 'Água'],
  ];
  const sent = [];
  for (const [day, amount, description] of days) {
    bank.clock.set(`${day}T15:30:00-03:00`);
    sent.push(await send(amount, description));
  }
  const office = await makeAdmin(bank);
  return { bank, ana, bruno, office, admin: office.call.admin, sent };
}

const test = bankTest.extend('scene', () => scene());

const amounts = (entries: { amount: string; isDebit: boolean }[]) =>
  entries.map(({ amount, isDebit }) => (isDebit ? `-${amount}` : amount));

async function textOf(file: { bytes: unknown }): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of file.bytes as AsyncIterable<Uint8Array>)
    text += decoder.decode(chunk, { stream: true });
  return text;
}

describe('the ledger as administrators see it', () => {
  test('the administrators’ ledger is listed newest first, in pages without a gap, with totals over all of it', async ({
    scene: { admin, ana },
  }) => {
    const whole = await admin.ledger.list({});
    expect(whole.nextCursor).toBeNull();
    expect(whole.totals).toEqual({ debits: '50.00', credits: '150.00', balance: '100.00' });
    expect(amounts(whole.entries).toSorted()).toEqual(
      ['-2.50', '2.50', '-7.50', '7.50', '-40.00', '40.00', '100.00'].toSorted(),
    );
    expect(whole.entries.at(-1)).toMatchObject({
      transactionType: 'deposit',
      accountNumber: ana.accountNumber,
      accountHolder: 'Ana Moreira',
      accountName: null,
      balance: '100.00',
      isDebit: false,
    });
    const paged: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.ledger.list({ limit: 2, ...(cursor && { cursor, totals: false }) });
      if (cursor) expect(page.totals).toBeNull();
      paged.push(...page.entries);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(whole.entries);
  });

  test('the administrators’ ledger finds what came through the provider, without adjustments', async ({
    scene: { bank, admin, ana },
  }) => {
    const createdAt = bank.clock.now();
    await send(bank.db, await bankAccountId(bank.db, 'provider_cash'), ana.accountId, 12_34, { createdAt });
    const { entries } = await admin.ledger.list({ side: 'gates' });
    expect(amounts(entries)).toEqual(['-12.34']);
  });

  test.each([
    ['words of the description, whatever the accents', { q: 'agua' }, ['-2.50', '2.50']],
    ['a holder', { q: 'bruno', type: 'transfer' }, ['2.50', '7.50', '40.00']],
    ['a type', { type: 'deposit' }, ['100.00']],
    ['days', { from: '2026-03-12', to: '2026-03-12' }, ['-7.50', '7.50']],
    ['what came in', { direction: 'in', from: '2026-03-12' }, ['2.50', '7.50']],
    ['amounts', { least: '7.50', most: '40' }, ['-7.50', '7.50', '-40.00', '40.00']],
    ['the bank’s own side', { side: 'bank' }, ['-100.00']],
    ['nothing', { q: 'nada disso' }, []],
  ] as const)(
    'the administrators’ ledger finds %s, with totals of the rows found',
    async (_, filter, expected) => {
      const { admin } = await scene();
      const { entries, totals } = await admin.ledger.list(filter);
      expect(amounts(entries).toSorted()).toEqual([...expected].toSorted());
      const sum = (isDebit: boolean) =>
        entries
          .filter((entry) => entry.isDebit === isDebit)
          .reduce((all, { amount }) => all + Number(amount), 0);
      expect([Number(totals?.debits), Number(totals?.credits)]).toEqual([sum(true), sum(false)]);
    },
  );

  test('a transaction shows both sides, who asked for it, and its reversal', async ({
    scene: { admin, sent, ana },
  }) => {
    const id = sent[1]?.id ?? '';
    const before = await admin.ledger.transaction({ id });
    expect(before).toMatchObject({
      id,
      type: 'transfer',
      amount: '7.50',
      actor: { id: ana.user.id, name: 'Ana Moreira', role: 'cliente' },
      idempotencyKey: null,
      reverses: null,
      reversedBy: null,
      isReversible: true,
      credit: null,
      investment: null,
      order: null,
      incoming: null,
      sum: '0.00',
    });
    expect(amounts(before.entries)).toEqual(['-7.50', '7.50']);
    const reversal = await admin.transactions.reverse({ id, reason: 'Engano do banco' });
    const after = await admin.ledger.transaction({ id });
    expect([after.reversedBy, after.isReversible]).toEqual([reversal.id, false]);
    expect(await admin.ledger.transaction({ id: reversal.id })).toMatchObject({
      type: 'reversal',
      reverses: id,
      isReversible: false,
    });
    expect(await codeOf(admin.ledger.transaction({ id: 'no-such-transaction' }))).toBe('NOT_FOUND');
  });

  test('the ledger export has exactly the filtered rows, contains no formula, and is audited', async ({
    scene: { admin },
  }) => {
    const file = await admin.ledger.export({ type: 'transfer', direction: 'out' });
    expect(file).toMatchObject({ fileName: 'livro-razao-2026-03-13.csv' });
    const lines = (await textOf(file)).split('\r\n');
    expect(lines).toHaveLength(1 + 3 + 1);
    expect(lines[2]).toContain(`"'=SOMA(A1)"`);
    expect(lines[2]).toMatch(/;"Ana Moreira";7,50;;52,50$/);
    const { logs } = await admin.audit.list({ limit: 1 });
    expect(logs[0]).toMatchObject({ action: 'export_ledger', entityType: 'ledger' });
    await textOf(await admin.ledger.export({ least: '7.50', most: '1000' }));
    const [filtered] = (await admin.audit.list({ limit: 1 })).logs;
    expect(JSON.parse(filtered?.changes ?? '')).toEqual({
      side: 'customers',
      least: '7.50',
      most: '1000.00',
    });
  });

  test('pages of a part of the ledger are counted by caller, tokens apart, and those of the whole are not', async ({
    scene: { bank, office, admin },
  }) => {
    const parts = [{ q: 'Água' }, { least: '1000.00' }, { from: '2026-03-12' }, { side: 'gates' }] as const;
    const { max } = ATTEMPT_LIMITS.statementSearch;
    await countAttempt(bank, 'statementSearch', office.user.id, max - parts.length);
    for (const part of parts) await admin.ledger.list(part);
    for (const part of parts) expect(await codeOf(admin.ledger.list(part))).toBe('TOO_MANY_ATTEMPTS');
    await tokenCallerOf(bank, office.user).admin.ledger.list({ q: 'Água' });
    for (const side of ['customers', 'all'] as const)
      expect((await admin.ledger.list({ side })).totals).not.toBeNull();
  });

  test.skipIf(testEngine() !== 'sqlite')(
    'a page of the bank’s side reads the entries of its transactions, not all of the bank’s accounts',
    async ({ scene: { bank, admin } }) => {
      const plans = await plansDuring(async () => {
        for (const side of ['bank', 'gates'] as const)
          for (const type of ['fee', 'boleto'] as const) await admin.ledger.list({ side, type });
        return bank;
      });
      const reads = plans.filter(({ text }) => / from "transactions" .*join "entries"/.test(text));
      expect(reads.length).toBeGreaterThan(5);
      for (const { text, steps } of reads) expect(steps[0], text).toMatch(/^SEARCH transactions USING/);
    },
  );

  test('the administrators’ ledger refuses invalid filters and cursors', async ({ scene: { admin } }) => {
    for (const input of [
      { cursor: 'x' },
      { type: 'gift' },
      { from: '2026-02-30' },
      { least: '-1' },
      { limit: 201 },
      { side: 'mine' },
    ])
      expect(await codeOf(admin.ledger.list(input as object)), JSON.stringify(input)).toBe('VALIDATION');
  });
});
