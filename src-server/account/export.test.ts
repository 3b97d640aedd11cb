import { parse as parseCsv } from 'csv-parse/sync';
import { parseSync } from 'ofx-js';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { proofScale } from '#db/testing/proof-scale';
import { type ExportInput, MAX_PDF_ENTRIES } from '#domain/account/statement';
import { ROWS_ON_A_PAGE } from '#server/document/statement-pdf';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { testBank } from '#server/testing/test-bank';
import { bankAccountId } from '../ledger/bank-account.ts';
import { post } from '../ledger/post.ts';
import { callerOf, openBankWithTwo, openFor } from './testing/actors.ts';

type Two = Awaited<ReturnType<typeof openBankWithTwo>>;
type Asked = Omit<ExportInput, 'q'> & { q?: string };

const send = ({ ana, bruno }: Two, amount: string, description = 'Teste') =>
  ana.call.account.transfer({ accountNumber: bruno.accountNumber, amount, description });

async function textOf({ ana }: Two, input: Asked): Promise<string> {
  const { bytes } = await ana.call.account.exportLedger(input);
  const pieces: Uint8Array[] = [];
  if (bytes instanceof Uint8Array) pieces.push(bytes);
  else for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString(input.format === 'csv' ? 'utf8' : 'latin1');
}

/** The rows below the heading. */
const csvOf = async (two: Two, filters: Omit<Asked, 'format'> = {}) =>
  parseCsv(await textOf(two, { ...filters, format: 'csv' }), { delimiter: ';', bom: true, from: 2 });

const listed = <Item>(found: Item | Item[] | undefined): Item[] =>
  found === undefined ? [] : Array.isArray(found) ? found : [found];

type Statement = {
  BANKACCTFROM: Record<string, string>;
  BANKTRANLIST: { DTSTART: string; DTEND: string; STMTTRN?: Record<string, string>[] };
  LEDGERBAL: Record<string, string>;
};

const ofxOf = async (two: Two, filters: Omit<Asked, 'format'> = {}) => {
  const { OFX } = parseSync(await textOf(two, { ...filters, format: 'ofx' }));
  return listed(OFX.BANKMSGSRSV1.STMTTRNRS).map((one): Statement => one.STMTRS);
};

/** Ana sends three times in three days and gets something back; she has savings with 20.00 of their own. */
async function scene() {
  const two = await openBankWithTwo();
  const { bank, ana, bruno, admin } = two;
  bank.clock.set('2026-03-12T23:59:59-03:00');
  await send(two, '5.00', 'Café da manhã');
  bank.clock.set('2026-03-13T00:00:00-03:00');
  await send(two, '7.00', '=1+1;"x"');
  bank.clock.set('2026-03-14T10:00:00-03:00');
  await bruno.call.account.transfer({
    accountNumber: ana.accountNumber,
    amount: '2.00',
    description: 'Troco',
  });
  const savings = await openFor(bank, ana.user, 'savings');
  bank.clock.set('2026-03-15T10:00:00-03:00');
  await admin.call.admin.accounts.adjust({ id: savings.id, amount: '20.00', reason: 'Guardado' });
  return { ...two, savings };
}

describe('the statement as a file', () => {
  it('has what the filters match and nothing else, in the order of the screen', async () => {
    const two = await scene();
    const { ana, savings } = two;
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
        (await csvOf(two, filter)).map((cells) => cells.slice(7)),
        JSON.stringify(filter),
      ).toEqual(expected);
      const inOfx = (await ofxOf(two, filter)).flatMap((one) => listed(one.BANKTRANLIST.STMTTRN));
      const byId = (one: string[], other: string[]) => (one.join() < other.join() ? -1 : 1);
      expect(inOfx.map((one) => [one.FITID ?? '', one.TRNAMT ?? '']).sort(byId)).toEqual(
        expected.map(([amount = '', , id = '']) => [id, amount.replace(',', '.')]).sort(byId),
      );
      two.bank.clock.passSeconds(10);
    }
    expect((await csvOf(two))[2]).toEqual([
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

  it('is in OFX one statement an account, each with its period and its balance at the end of it', async () => {
    const two = await scene();
    const { ana, savings } = two;
    expect((await ofxOf(two)).map((one) => ({ ...one.BANKACCTFROM, ...one.LEDGERBAL }))).toEqual(
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
    const [past] = await ofxOf(two, { accountId: ana.accountId, from: '2026-03-01', to: '2026-03-12' });
    expect(past?.BANKTRANLIST).toMatchObject({ DTSTART: '20260301', DTEND: '20260312' });
    expect(past?.LEDGERBAL).toEqual({ BALAMT: '95.00', DTASOF: '20260312' });
  });

  it('is one’s own, for customers, and in a known format', async () => {
    const two = await openBankWithTwo();
    const { bank, ana, bruno, admin } = two;
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

  it('is as PDF pages to print, up to 5,000 entries, and beyond that offers another form', async () => {
    const two = await openBankWithTwo();
    await fill(two, 120);
    const { bytes, contentType } = await two.ana.call.account.exportLedger({ format: 'pdf' });
    if (!(bytes instanceof Uint8Array)) throw new Error('a PDF comes whole');
    expect(contentType).toBe('application/pdf');
    const pdf = await PDFDocument.load(bytes);
    expect(pdf.getTitle()).toBe('Extrato');
    expect(pdf.getPageCount()).toBe(Math.ceil(121 / ROWS_ON_A_PAGE));
    await fill(two, MAX_PDF_ENTRIES);
    expect(await refusalOf(two.ana.call.account.exportLedger({ format: 'pdf' }))).toMatchObject({
      status: 400,
      error: expect.stringContaining('exporte em CSV'),
    });
  });

  it('is limited to 20 a minute for each caller', async () => {
    const { bank, ana, bruno } = await openBankWithTwo();
    for (let file = 1; file <= 20; file += 1) await ana.call.account.exportLedger({ format: 'csv' });
    expect(await codeOf(ana.call.account.exportLedger({ format: 'csv' }))).toBe('TOO_MANY_ATTEMPTS');
    expect((await bruno.call.account.exportLedger({ format: 'ofx' })).fileName).toBe(
      'extrato-2026-03-10.ofx',
    );
    bank.clock.passSeconds(61);
    expect((await ana.call.account.exportLedger({ format: 'csv' })).fileName).toBe('extrato-2026-03-10.csv');
  });

  it('of many entries agrees with the ledger to the cent, in both forms, while new ones arrive', async () => {
    const two = await openBankWithTwo();
    const { bank, ana, bruno } = two;
    const count = proofScale(10_000);
    await fill(two, count);
    const { entries } = bank.db.tables;
    const rows = await bank.db.select().from(entries);
    const own = rows.filter((row) => row.accountId === ana.accountId);
    expect(own).toHaveLength(count + 1);
    const expected = own
      .sort((one, other) => other.seq - one.seq)
      .map((row): [string, number, number] => [row.transactionId, row.amountCents, row.balanceAfterCents]);

    const reading = csvOf(two);
    await bruno.call.account.transfer({
      accountNumber: ana.accountNumber,
      amount: '0.01',
      description: 'Agora',
    });
    const read = (await reading).map(asRow);
    expect(read.slice(-expected.length)).toEqual(expected);
    expect(read.length - expected.length).toBeLessThanOrEqual(1);

    // All but the first deposit and the cent just now are transfers of `fill`.
    const filtered = expected.slice(0, -1);
    const cases: [Omit<Asked, 'format'>, typeof expected][] = [
      [{ type: 'transfer', q: 'MOVIMENTO', from: bank.clock.today() }, filtered],
      [{ type: 'transfer', q: 'movimento', direction: 'out' }, filtered.filter(([, amount]) => amount < 0)],
    ];
    for (const [filters, matching] of cases) {
      expect((await csvOf(two, filters)).map(asRow)).toEqual(matching);
      const [statement] = await ofxOf(two, filters);
      const transfers = listed(statement?.BANKTRANLIST.STMTTRN);
      expect(transfers.map((one) => [one.FITID, cents(one.TRNAMT)])).toEqual(
        matching.map(([id, amount]) => [id, amount]),
      );
      const { balance } = (await ana.call.account.list()).accounts[0] ?? {};
      expect(statement?.LEDGERBAL.BALAMT).toBe(balance);
    }
  });
});

const asRow = (cells: string[]) => [cells[9], cents(cells[7]), cents(cells[8])];

const cents = (text: string | undefined): number => Number((text ?? '').replace(/[.,]/, ''));

/** Posts so many transfers between the two, a few hundred in each commit. */
async function fill({ bank, ana, bruno }: Two, count: number): Promise<void> {
  const batch = 500;
  for (let done = 0; done < count; done += batch) {
    await bank.db.transaction(async (tx) => {
      for (let index = done; index < Math.min(count, done + batch); index += 1) {
        const amountCents = 1 + ((index * 7919) % 4_999);
        const signed = index % 2 === 0 ? amountCents : -Math.min(amountCents, 2);
        await post(tx, {
          type: 'transfer',
          description: `Movimento ${index}`,
          createdAt: bank.clock.now(),
          actorId: null,
          entries: [
            { accountId: ana.accountId, amountCents: signed },
            { accountId: await bankAccountId(tx, 'adjustments'), amountCents: -signed },
          ],
        });
      }
      await post(tx, {
        type: 'deposit',
        description: 'Saldo',
        createdAt: bank.clock.now(),
        actorId: null,
        entries: [
          { accountId: bruno.accountId, amountCents: 1 },
          { accountId: await bankAccountId(tx, 'adjustments'), amountCents: -1 },
        ],
      });
    });
  }
}

describe('over HTTP', () => {
  it('is a file to keep, piece by piece, and not a procedure’s answer', async () => {
    const bank = await testBank();
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
