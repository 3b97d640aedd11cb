import { PDFDocument } from 'pdf-lib';
import { describe, expect } from 'vitest';
import { MAX_PDF_ENTRIES } from '#domain/account/statement';
import { ROWS_ON_A_PAGE } from '#server/document/statement-pdf';
import { pdfText } from '#server/document/testing/pdf-text';
import { test as bankTest } from '#server/testing/bank-test';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { callerOf, openFor } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { type Asked, csvOf, listed, ofxOf, type Two } from './testing/exported.ts';
import { fill } from './testing/fill.ts';

const send = ({ ana, bruno }: Two, amount: string, description = 'Teste') =>
  ana.call.account.transfer({ accountNumber: bruno.accountNumber, amount, description });

/** Ana sends three times in three days and gets something back; her savings hold 20.00. */
const test = bankTest.extend('scene', async ({ setup }) => {
  const { bank, ana, bruno, admin } = setup;
  bank.clock.set('2026-03-12T23:59:59-03:00');
  await send(setup, '5.00', 'Café da manhã');
  bank.clock.set('2026-03-13T00:00:00-03:00');
  await send(setup, '7.00', '=1+1;"x"');
  bank.clock.set('2026-03-14T10:00:00-03:00');
  await bruno.call.account.transfer({
    accountNumber: ana.accountNumber,
    amount: '2.00',
    description: 'Troco',
  });
  const savings = await openFor(bank, ana.user, 'savings');
  bank.clock.set('2026-03-15T10:00:00-03:00');
  await admin.call.admin.accounts.adjust({ id: savings.id, amount: '20.00', reason: 'Guardado' });
  return { ...setup, savings };
});

describe('the statement as a file', () => {
  test('a statement file has exactly the filtered entries, in the order of the screen', async ({
    scene: setup,
  }) => {
    const { ana, savings } = setup;
    const filters: Omit<Asked, 'format'>[] = [
      {},
      { from: '2026-03-13', to: '2026-03-13' },
      { to: '2026-03-12' },
      { from: '2026-03-14', to: '2026-03-01' },
      { q: 'cafe' },
      { q: 'bruno', direction: 'in' },
      { type: 'deposit' },
      { direction: 'out' },
      { accountId: savings.id },
    ];
    for (const filter of filters) {
      const { entries } = await ana.call.account.ledger(filter);
      const expected = entries.map(({ transactionId, amount, isDebit, balanceAfter }) => [
        `${isDebit ? '-' : ''}${amount}`.replace('.', ','),
        balanceAfter.replace('.', ','),
        transactionId,
      ]);
      expect(
        (await csvOf(setup, filter)).map((cells) => cells.slice(7)),
        JSON.stringify(filter),
      ).toEqual(expected);
      const inOfx = (await ofxOf(setup, filter)).flatMap((one) => listed(one.BANKTRANLIST.STMTTRN));
      const byId = (one: string[], other: string[]) => (one.join() < other.join() ? -1 : 1);
      expect(inOfx.map((one) => [one.FITID ?? '', one.TRNAMT ?? '']).sort(byId)).toEqual(
        expected.map(([amount = '', , id = '']) => [id, amount.replace(',', '.')]).sort(byId),
      );
      setup.bank.clock.passSeconds(10);
    }
    expect((await csvOf(setup))[2]).toEqual([
      '13/03/2026',
      '00:00:00',
      ana.accountNumber,
      'Transferência',
      '\'=1+1;"x"',
      'Bruno Nogueira',
      '***.159.265-**',
      '-7,00',
      '88,00',
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
  });

  test('an OFX file has one statement per account, each with its period and closing balance', async ({
    scene: setup,
  }) => {
    const { ana, savings } = setup;
    expect((await ofxOf(setup)).map((one) => ({ ...one.BANKACCTFROM, ...one.LEDGERBAL }))).toEqual(
      expect.arrayContaining([
        {
          BANKID: '000',
          ACCTID: ana.accountNumber,
          ACCTTYPE: 'CHECKING',
          BALAMT: '90.00',
          DTASOF: '20260315',
        },
        {
          BANKID: '000',
          ACCTID: savings.accountNumber,
          ACCTTYPE: 'SAVINGS',
          BALAMT: '20.00',
          DTASOF: '20260315',
        },
      ]),
    );
    const [past] = await ofxOf(setup, { accountId: ana.accountId, from: '2026-03-01', to: '2026-03-12' });
    expect(past?.BANKTRANLIST).toMatchObject({ DTSTART: '20260301', DTEND: '20260312' });
    expect(past?.LEDGERBAL).toEqual({ BALAMT: '95.00', DTASOF: '20260312' });
  });

  test('a statement file is refused for others’ accounts, to administrators, and in an unknown format', async ({
    setup,
  }) => {
    const { bank, ana, bruno, admin } = setup;
    const external = await openFor(bank, ana.user, 'external');
    for (const accountId of [bruno.accountId, external.id, 'x']) {
      expect(await refusalOf(ana.call.account.exportLedger({ format: 'csv', accountId }))).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      });
    }
    expect(await codeOf(admin.call.account.exportLedger({ format: 'csv' }))).toBe('FORBIDDEN');
    expect(await codeOf(callerOf(bank, null).account.exportLedger({ format: 'csv' }))).toBe(
      'UNAUTHENTICATED',
    );
    const unknown = { format: 'xls' } as unknown as Asked;
    expect(await refusalOf(ana.call.account.exportLedger(unknown))).toMatchObject({
      status: 400,
      fields: { format: 'Formato inválido' },
    });
  });

  test('a PDF statement has printable pages up to 5,000 entries, and beyond that suggests another format', async ({
    setup,
  }) => {
    await fill(setup, 120);
    const { bytes, contentType } = await setup.ana.call.account.exportLedger({ format: 'pdf' });
    if (!(bytes instanceof Uint8Array)) throw new Error('the PDF is a stream');
    expect(contentType).toBe('application/pdf');
    const pdf = await PDFDocument.load(bytes);
    expect(pdf.getTitle()).toBe('Extrato');
    expect(pdf.getPageCount()).toBe(Math.ceil(121 / ROWS_ON_A_PAGE));
    await fill(setup, MAX_PDF_ENTRIES);
    expect(await refusalOf(setup.ana.call.account.exportLedger({ format: 'pdf' }))).toMatchObject({
      status: 400,
      error: expect.stringContaining('exporte em CSV'),
    });
  }, 600_000);

  test('a PDF statement says what was left out, and names the account of each line', async ({
    scene: setup,
  }) => {
    const read = async (input: Omit<Asked, 'format'>) => {
      const { bytes } = await setup.ana.call.account.exportLedger({ format: 'pdf', ...input });
      if (!(bytes instanceof Uint8Array)) throw new Error('the PDF is a stream');
      return pdfText(bytes);
    };
    const whole = await read({});
    expect(whole).toContain('Até 15/03/2026');
    expect(whole).toContain(`${setup.savings.accountNumber} · Depósito`);
    const part = await read({
      accountId: setup.ana.accountId,
      from: '2026-03-01',
      direction: 'out',
      q: 'cafe',
    });
    expect(part).toContain('De 01/03/2026 a 15/03/2026, só saídas, com “cafe”');
    expect(part).not.toContain(`${setup.ana.accountNumber} · `);
  });

  test('statement files are limited to 20 a minute for each caller', async ({ bank, ana, bruno }) => {
    for (let file = 1; file <= 20; file += 1) await ana.call.account.exportLedger({ format: 'csv' });
    expect(await codeOf(ana.call.account.exportLedger({ format: 'csv' }))).toBe('TOO_MANY_ATTEMPTS');
    expect((await bruno.call.account.exportLedger({ format: 'ofx' })).fileName).toBe(
      'extrato-2026-03-10.ofx',
    );
    bank.clock.passSeconds(61);
    expect((await ana.call.account.exportLedger({ format: 'csv' })).fileName).toBe('extrato-2026-03-10.csv');
  });
});

describe('the statement file over HTTP', () => {
  test('a statement file is sent in parts as an attachment, and not as the answer of a tRPC procedure', async ({
    bank,
  }) => {
    const call = caller(bank);
    const headers = {
      'x-requested-with': 'test',
      cookie: cookieOf(await call('POST', '/api/auth/register', joana, { 'x-requested-with': 'test' })),
    };
    const file = await call('GET', '/api/ledger/export?format=csv&from=2026-01-01', undefined, headers);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="extrato-2026-03-10\.csv"/,
    );
    expect(file.headers.get('cache-control')).toContain('no-store');
    expect(file.text.replace('\u{feff}', '').split(';')[0]).toBe('Data');
    expect((await call('GET', '/api/ledger/export?format=csv')).status).toBe(401);
    const refused = await call('GET', '/api/ledger/export?format=doc', undefined, headers);
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    const input = encodeURIComponent(JSON.stringify({ json: { format: 'csv' } }));
    const overTrpc = await call('GET', `/trpc/account.exportLedger?input=${input}`, undefined, headers);
    expect(overTrpc.status).toBe(415);
  });
});
